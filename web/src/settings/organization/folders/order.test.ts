import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, orderAfterMove } from "./order.ts";

const folder = (id: number, order: number, is_archived = false) => ({ id, order, is_archived });
const folders = [folder(5, 2), folder(3, 0), folder(8, 1, true), folder(9, 3)];

test("folders are listed in their order", () => {
  assert.deepEqual(
    inOrder(folders).map(({ id }) => id),
    [3, 8, 5, 9],
  );
});

test("a folder moves past its neighbour, and past archived ones between them", () => {
  assert.deepEqual(orderAfterMove(folders, 3, 1), [8, 5, 3, 9]);
  assert.deepEqual(orderAfterMove(folders, 5, -1), [5, 3, 8, 9]);
  assert.deepEqual(orderAfterMove(folders, 9, -1), [3, 8, 9, 5]);
});

test("the first does not move up, the last not down, and an archived one not at all", () => {
  assert.equal(orderAfterMove(folders, 3, -1), undefined);
  assert.equal(orderAfterMove(folders, 9, 1), undefined);
  assert.equal(orderAfterMove(folders, 8, 1), undefined);
  assert.equal(orderAfterMove(folders, 99, -1), undefined);
});
