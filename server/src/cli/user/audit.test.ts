import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { installation, parley, parleyAlone } from "../testing.ts";

interface StoredEntry {
  action: string;
  actor_kind: string;
  actor_id: number | null;
  ip_address: string | null;
  details: string;
}

test("what an operator does with commands is in the audit log, as the operator's act", async (t) => {
  const { directory, env } = installation(t);
  const runWith = async (program: typeof parley, args: readonly string[]) => {
    const { code, stderr } = await program(env, args);
    assert.equal(code, 0, stderr);
  };
  const run = (...args: string[]) => runWith(parley, args);
  await run("init", "--name", "Acme", "--owner-email", "o@example.com", "--owner-name", "Olivia");
  await runWith(parleyAlone, [
    ...["user", "create", "--email", "ada@example.com"],
    ...["--full-name", "Ada", "--password", "correct horse battery"],
  ]);
  await run("user", "set-password", "ada@example.com", "--password", "another horse battery");
  await run("user", "reset-link", "ada@example.com");
  await run("user", "expire-password", "ada@example.com");
  await run("user", "api-key", "ada@example.com");
  await run("user", "api-key", "ada@example.com", "--regenerate");
  await run("user", "grant", "ada@example.com", "create-users");
  const unlinking = ["user", "unlink-providers", "ada@example.com"];
  assert.match((await parley(env, unlinking)).stderr, /Ada is not linked to an identity provider\./);
  const changing = new DatabaseSync(join(directory, "data", "parley.db"));
  changing.exec("update user set has_unlinked_provider = 1 where full_name = 'Ada'");
  changing.close();
  const again = await parley(env, unlinking);
  assert.deepEqual([again.code, again.stderr], [0, ""], "there was no identity, but a choice to undo");
  assert.match(again.stdout, /Ada can be linked by their address again\./);
  await run("user", "deactivate", "ada@example.com");
  await run("user", "reactivate", "ada@example.com");
  await run("export", join(directory, "acme.jsonl.gz"));
  await run("organization", "deactivate");
  await run("organization", "reactivate");
  const database = new DatabaseSync(join(directory, "data", "parley.db"), { readOnly: true });
  t.after(() => database.close());
  const entries = database.prepare("select * from audit_log order by id").all() as unknown as StoredEntry[];
  assert.deepEqual([...new Set(entries.map(({ actor_kind }) => actor_kind))], ["operator"]);
  assert.ok(entries.every(({ actor_id, ip_address }) => actor_id === null && ip_address === null));
  assert.doesNotMatch(JSON.stringify(entries), /example|Ada|Olivia|Acme|horse/);
  const actions = entries.map(({ action }) => action).filter((action) => !/channel/.test(action));
  assert.deepEqual(actions, [
    ...["realm_created", "user_created", "user_created", "password_changed", "password_reset_link_created"],
    ...["password_expired", "api_key_fetched", "api_key_replaced", "user_right_changed", "identities_unlinked"],
    ...["user_deactivated", "user_reactivated", "export_started", "realm_deactivated", "realm_reactivated"],
  ]);
});
