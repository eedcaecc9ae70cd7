import assert from "node:assert/strict";
import { org, type TestServer, test } from "../../../test/index.ts";
import { getChannels, subscribe } from "../../channels/contract.ts";
import * as contract from "./contract.ts";
import { makeGroup } from "./test-groups.ts";

/** Counts the recursive queries during `something`. */
async function resolutionsDuring(server: TestServer, something: () => Promise<unknown>): Promise<number> {
  const executor = server.app.database.reader.getExecutor();
  const execute = executor.executeQuery;
  let count = 0;
  executor.executeQuery = function (query, ...more) {
    if (query.sql.includes("with recursive")) count++;
    return execute.call(this, query, ...more) as never;
  };
  try {
    await something();
  } finally {
    executor.executeQuery = execute;
  }
  return count;
}

test("membership through ten levels is resolved once, however many permissions a request checks", async (t) => {
  const acme = await org(t);
  const { owner, server } = acme;
  const ada = await acme.member("Ada");
  const groups: number[] = [await makeGroup(owner, "level 0", { members: [ada.id] })];
  for (let level = 1; level < 10; level++)
    groups.push(await makeGroup(owner, `level ${level}`, { subgroups: groups.slice(-1) }));
  for (const [index, can_subscribe_group] of groups.entries())
    await owner.call(subscribe, {
      subscriptions: [{ name: `plans ${index}` }],
      invite_only: true,
      can_subscribe_group,
    });

  const look = async () => {
    const { streams } = await ada.call(getChannels, { include_all: true });
    assert.equal(streams.filter((stream) => stream.invite_only).length, groups.length);
  };
  await owner.call(contract.updateGroupMembers, { user_group_id: groups[3] as number, add: [ada.id] });
  assert.equal(await resolutionsDuring(server, look), 1);
  assert.equal(await resolutionsDuring(server, look), 0);
});
