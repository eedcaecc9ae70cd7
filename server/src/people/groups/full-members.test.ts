import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { promoteFullMembers } from "./jobs.ts";

test("a member becomes a full member when the waiting period is over", async (t) => {
  const acme = await org(t);
  await acme.owner.call(updateRealm, { waiting_period_threshold: 3 });
  const ada = await acme.member("Ada");
  const runJob = () => ("recurring" in promoteFullMembers ? promoteFullMembers.recurring(acme.server.app) : undefined);

  await acme.member("Ben");
  await acme.alter((tx) =>
    tx
      .updateTable("user")
      .set((eb) => ({ date_joined: eb("date_joined", "-", 3 * 86_400) }))
      .where("id", "=", ada.id)
      .execute(),
  );
  const heard = await acme.owner.eventsDuring(async () => runJob());
  assert.deepEqual(
    heard.map(({ type, op, user_ids }) => ({ type, op, user_ids })),
    [{ type: "user_group", op: "add_members", user_ids: [ada.id] }],
  );
});
