import assert from "node:assert/strict";
import { test } from "node:test";
import { DraftKeeper, type KeptDraft } from "./keeper.ts";

interface Desk {
  readonly keeper: DraftKeeper;
  readonly server: Map<number, string>;
  readonly calls: string[];
  readonly here: () => readonly string[];
  readonly keptIds: () => readonly (number | undefined)[];
  readonly savedAs: (number | undefined)[];
  isOffline: boolean;
  isSynchronized: boolean;
}

/** Timers never fire by themselves: tests flush explicitly. */
function desk(): Desk {
  const server = new Map<number, string>();
  const calls: string[] = [];
  const savedAs: (number | undefined)[] = [];
  let kept: readonly KeptDraft[] = [];
  let last = 0;
  const answer = (call: string) => {
    if (made.isOffline) throw new Error("offline");
    calls.push(call);
  };
  const keeper = new DraftKeeper({
    isSynchronized: () => made.isSynchronized,
    keepHere: (now) => {
      kept = now;
    },
    onSaved: (id) => savedAs.push(id),
    setTimeout: () => 1,
    clearTimeout: () => {},
    server: {
      async create({ content }) {
        answer(`create ${content}`);
        last += 1;
        server.set(last, content);
        return last;
      },
      async edit(id, { content }) {
        answer(`edit ${id} ${content}`);
        if (!server.has(id)) return false;
        server.set(id, content);
        return true;
      },
      async remove(id) {
        answer(`remove ${id}`);
        server.delete(id);
      },
    },
  });
  const here = () => kept.map(({ draft }) => draft.content);
  const keptIds = () => kept.map(({ id }) => id);
  const made: Desk = { keeper, server, calls, here, keptIds, savedAs, isOffline: false, isSynchronized: true };
  return made;
}

const written = (content: string, id?: number): KeptDraft => ({
  id,
  draft: { type: "stream", to: [4], topic: "tides", content },
});

test("what is written becomes one draft, and is written on in it", async () => {
  const { keeper, server, savedAs } = desk();
  keeper.note(written("High"));
  await keeper.flush();
  keeper.note(written("High water"));
  await keeper.flush();
  assert.deepEqual([...server], [[1, "High water"]]);
  assert.deepEqual(savedAs, [1, 1]);
});

test("what is kept here knows what it was saved as, so that the next visit makes no second draft of it", async () => {
  const { keeper, keptIds } = desk();
  keeper.note(written("High"));
  await keeper.flush();
  assert.deepEqual(keptIds(), [1]);
});

test("what is saved already is not sent again", async () => {
  const { keeper, calls } = desk();
  keeper.note(written("High"));
  await keeper.flush();
  await keeper.flush();
  assert.deepEqual(calls, ["create High"]);
});

test("nothing but space is not kept", async () => {
  const { keeper, calls, here } = desk();
  keeper.note(written(" \n"));
  await keeper.flush();
  assert.deepEqual(calls, []);
  assert.deepEqual(here(), []);
});

test("a draft whose text was deleted goes", async () => {
  const { keeper, server, here } = desk();
  keeper.note(written("High"));
  await keeper.flush();
  keeper.note(written("", 1));
  await keeper.flush();
  assert.deepEqual([...server], []);
  assert.deepEqual(here(), []);
});

test("a draft that another device has deleted is made again", async () => {
  const { keeper, server } = desk();
  keeper.note(written("High"));
  await keeper.flush();
  server.clear();
  keeper.note(written("High water", 1));
  await keeper.flush();
  assert.deepEqual([...server], [[2, "High water"]]);
});

test("nothing is left of what was sent, also when it was just being saved", async () => {
  const { keeper, server, here } = desk();
  keeper.note(written("High"));
  const saving = keeper.flush();
  await keeper.forget(undefined);
  await saving;
  assert.deepEqual([...server], []);
  assert.deepEqual(here(), []);
});

test("the message after one that was sent is another draft", async () => {
  const { keeper, server } = desk();
  keeper.note(written("High"));
  await keeper.flush();
  await keeper.forget(1);
  keeper.note(written("Low"));
  await keeper.flush();
  assert.deepEqual([...server], [[2, "Low"]]);
});

test("taking up another message saves the one before under its own id", async () => {
  const { keeper, server } = desk();
  server.set(7, "An older one");
  keeper.note(written("High"));
  await keeper.flush();
  keeper.note(written("High water at nine", 1));
  void keeper.turn(written("An older one", 7));
  keeper.note(written("An older one, longer", 7));
  await keeper.flush();
  assert.deepEqual(
    [...server],
    [
      [7, "An older one, longer"],
      [1, "High water at nine"],
    ],
  );
});

test("a draft that is taken up is not saved before it is changed", async () => {
  const { keeper, server, calls } = desk();
  server.set(7, "An older one");
  await keeper.turn(written("An older one", 7));
  assert.deepEqual(calls, []);
});

test("offline everything stays here, and goes to the server when it can", async () => {
  const made = desk();
  made.isOffline = true;
  made.keeper.note(written("High"));
  await made.keeper.turn();
  made.keeper.note(written("Low"));
  await made.keeper.flush();
  assert.deepEqual(made.here(), ["Low", "High"]);
  made.isOffline = false;
  await made.keeper.flush();
  assert.deepEqual([...made.server.values()].toSorted(), ["High", "Low"]);
  assert.deepEqual(made.here(), ["Low"]);
});

test("what an earlier visit could not save is saved now", async () => {
  const { keeper, server } = desk();
  await keeper.adopt([written("High")]);
  assert.deepEqual([...server.values()], ["High"]);
});

test("without synchronization nothing leaves this browser", async () => {
  const made = desk();
  made.isSynchronized = false;
  made.keeper.note(written("High"));
  await made.keeper.flush();
  await made.keeper.forget(3);
  assert.deepEqual(made.calls, []);
});
