import assert from "node:assert/strict";
import { test } from "node:test";
import { installation, parley, parleyAlone } from "../testing.ts";

interface ListedOrganizations {
  organizations: { name: string; is_active: boolean; scheduled_deletion_at: number | null }[];
}

test("an operator deactivates an organization, sees when it will be deleted, and reactivates it", async (t) => {
  const { env } = installation(t);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await parley(env, args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const refused = async (...args: string[]) => {
    const { code, stderr } = await parley(env, args);
    assert.notEqual(code, 0);
    return stderr;
  };
  const listed = async () =>
    (JSON.parse((await parleyAlone(env, ["organization", "list", "--json"])).stdout) as ListedOrganizations)
      .organizations[0];

  await run(
    ...["init", "--name", "Acme", "--owner-email", "o@example.com", "--owner-name", "Olivia"],
    ...["--type", "education"],
  );
  assert.match(await refused("organization", "deactivate", "--delete-after", "soon"), /a whole number of days/);
  assert.match(await refused("organization", "deactivate", "--delete-after", "3"), /at least 14 days/);
  assert.equal(await run("organization", "deactivate", "--delete-after", "14"), "Acme is deactivated.\n");
  assert.match(await run("organization", "list"), /Acme \(deactivated\) \(deleted on \d{4}-\d\d-\d\d\)/);
  assert.match(await refused("organization", "deactivate"), /already deactivated/);
  const closed = await listed();
  assert.equal(closed?.is_active, false);
  assert.ok((closed?.scheduled_deletion_at ?? 0) > Date.now() / 1000 + 13 * 86_400);

  assert.equal(await run("organization", "reactivate"), "Acme is active again.\n");
  const open = await listed();
  assert.deepEqual([open?.is_active, open?.scheduled_deletion_at], [true, null]);
});
