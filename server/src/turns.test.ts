/**
 * Rows that a change checks before writing are written under the organization's lock (decision 076). Where a function
 * takes a `TurnTx`, the compiler requires the lock from its callers; these tests find code that writes or starts
 * without it.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const SOURCES = import.meta.dirname;

/** The tables themselves, operator tools, and test helpers. */
const IS_NO_FEATURE = /\.test\.ts$|(^|\/)test(ing|-[^/]*)\.ts$|^kernel\/db\/|^cli\//;

const WRITES =
  /\.(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\b(insert into|update \w+ set|delete from)\b/;
/** A handle or context that holds the lock. */
const HOLDS_TURN = /\b(TurnTx|WriteContext|Writing)\b/;
const BEGINS_WITHOUT = /\b(changeOutOfTurn|insideOutOfTurn)\(/;

/** Functions that write without the lock: by file, or by file and name. */
const WRITE_WITHOUT: Readonly<Record<string, string>> = {
  "delivery/integrations/deliveries.ts": "Appends to a bot's own list and cuts it; no change looks at it.",
  "delivery/notifications/digest/store.ts": "Only the digest job changes them, under its own lock.",
  "delivery/notifications/store.ts": "Only the notifier changes them, under its own lock (`holdProgress`).",
  "delivery/push/store.ts deleteOldNotices": "Nobody withdraws notices that old.",
  "exports/archive/import.ts complete": "Nobody can access the organization yet; the lock is taken inside.",
  "joining/invites/store.ts deleteEndedBefore": "Nobody opens invitations that ended long ago.",
  "kernel/access/store.ts raiseVersion": "Counts up in one statement.",
  "kernel/access/store.ts raiseMarkupVersion": "Counts up in one statement.",
  "kernel/audit/store.ts writeAudit": "Only appends; no change looks at the audit log.",
  "kernel/events/log.ts": "This is the lock itself.",
  "kernel/events/queue-store.ts": "A queue belongs to one client; creating one locks the account.",
  "kernel/jobs/results.ts": "The newer time wins in the statement itself.",
  "kernel/jobs/store.ts": "Jobs are taken by locking their rows.",
  "kernel/one-time-links/store.ts sweepLinks": "Nobody uses links that have expired.",
  "kernel/sealed/store.ts sweepSpentValues": "Nobody uses values that have expired.",
  "kernel/secrets-check.ts storeFingerprint": "Belongs to the installation, not to an organization.",
  "messages/send/once.ts forgetSent": "Nobody repeats a request that old.",
  "messages/uploads/jobs.ts deleteUnclaimed":
    "Checks each row again under its lock; claiming a file updates that row first.",
  "messages/uploads/store.ts setImage": "Facts about one file, which nothing else changes.",
  "messages/uploads/store.ts takeSpace": "Adds up in one statement, and locks the row until the commit.",
  "organization/overview/activity.ts": "Only the counting job changes them, under its own lock (`lockCursor`).",
  "organization/realms/deactivate/store.ts deleteMessages": "Nobody can change an organization that is being deleted.",
  "organization/realms/deactivate/store.ts deleteRealm": "Nobody can change an organization that is being deleted.",
  "organization/realms/store.ts insertRealm": "There is no organization to lock yet.",
  "people/presence/store.ts": "A user's own marks; the newer one wins in the statement itself.",
  "people/sessions/store.ts": "A user's own sessions; creating one locks the account.",
  "people/users/activity.ts noteActivity": "A user's own mark; writing it twice does no harm.",
  "personal/scheduled-messages/store.ts deleteSentBefore": "Nobody changes messages that were sent long ago.",
  "set-up/key.ts": "Belongs to the installation, not to an organization.",
  "exports/own/store.ts deleteExpired": "Nobody can download exports that have expired.",
  "text/search/merge.ts": "Only the indexer changes the index.",
  "text/search/progress.ts": "Only the indexer changes the index, under its own lock (`holdCursor`).",
};

/** Files whose changes start without the lock. */
const BEGIN_WITHOUT: Readonly<Record<string, string>> = {
  "delivery/incoming-email/post.ts": "Renders before it takes the lock.",
  "delivery/notifications/edits.ts": "Computes whom to notify, and takes the lock when it pushes.",
  "delivery/notifications/notifier.ts": "Computes whom to notify, and takes the lock when it pushes.",
  "messages/edit/continue.ts": "Locks the job before the organization, in the same order as the worker.",
  "messages/edit/routes.ts": "Renders before it takes the lock, and then checks again.",
  "messages/send/request.ts": "Renders before it takes the lock.",
  "people/presence/actions.ts": "A user's own marks.",
  "people/sign-in/home.ts": "A user's own session.",
  "people/sign-in/record.ts": "Only adds to the audit log.",
};

/** Each top-level declaration of a file. */
function declarationsIn(code: string): { name: string; text: string }[] {
  const starts = [...code.matchAll(/^(?:export )?(?:async )?(?:function|const|class) (\w+)/gm)];
  return starts.map(({ 1: name = "", index }, n) => ({ name, text: code.slice(index, starts[n + 1]?.index) }));
}

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");

const sources = globSync("**/*.ts", { cwd: SOURCES })
  .filter((file) => !IS_NO_FEATURE.test(file))
  .map((file) => ({ file, code: withoutComments(readFileSync(join(SOURCES, file), "utf8")) }));

const writers = sources.flatMap(({ file, code }) =>
  declarationsIn(code)
    .filter(({ text }) => WRITES.test(text))
    .map(({ name, text }) => ({ file, name: `${file} ${name}`, holdsTurn: HOLDS_TURN.test(text) })),
);
const withoutTurn = writers.filter(({ holdsTurn }) => !holdsTurn);

test("every write takes a handle that holds the lock, or has a documented exception", () => {
  assert.ok(writers.length > 150, "the writers were found");
  const unexplained = withoutTurn.filter(({ file, name }) => !(file in WRITE_WITHOUT) && !(name in WRITE_WITHOUT));
  assert.deepEqual(
    unexplained.map(({ name }) => name),
    [],
    "Take a `TurnTx`, so that callers must take the lock.",
  );
});

const begun = sources
  .filter(({ file, code }) => BEGINS_WITHOUT.test(code) && !file.startsWith("kernel/"))
  .map(({ file }) => file);

test("every change starts with the lock, or has a documented exception", () => {
  assert.deepEqual(
    begun.filter((file) => !(file in BEGIN_WITHOUT)),
    [],
    "Use `route`, `change` or `inside`, which take the lock.",
  );
});

test("the lists of exceptions are minimal", () => {
  const needed = new Set(withoutTurn.flatMap(({ file, name }) => [file, name]));
  assert.deepEqual(
    Object.keys(WRITE_WITHOUT).filter((name) => !needed.has(name)),
    [],
  );
  assert.deepEqual(
    Object.keys(BEGIN_WITHOUT).filter((file) => !begun.includes(file)),
    [],
  );
});
