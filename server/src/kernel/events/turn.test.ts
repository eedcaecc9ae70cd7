import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, test } from "../../../test/index.ts";
import { archiveChannel } from "../../channels/update/contract.ts";
import { setTopicVisibility, VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import { regenerateBotApiKey, updateBot } from "../../people/bots/contract.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";
import { changeUser } from "../../people/users/store.ts";
import { hashPassword } from "../secrets.ts";

const SOON_MS = 200;

/** Sends these requests while the lock is held: each waits for the one before it. */
async function oneAfterAnother(acme: Organization, ...requests: (() => Promise<unknown>)[]) {
  const outcomes: Promise<PromiseSettledResult<unknown>[]>[] = [];
  await acme.alter(async () => {
    for (const request of requests) {
      outcomes.push(Promise.allSettled([request()]));
      await allWait(acme, outcomes.length);
    }
  });
  return (await Promise.all(outcomes)).flat();
}

/** On SQLite, transactions wait in the process, in order of arrival. */
async function allWait({ server: { app } }: Organization, count: number): Promise<void> {
  for (let n = 0; n < 50; n++) {
    await setTimeout(SOON_MS);
    if (app.database.engine === "sqlite") return;
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database.reader);
    if (Number(rows[0]?.waiting) >= count) return;
  }
  throw new Error("The requests do not wait for each other.");
}

test("a topic cannot be followed when its channel is archived meanwhile", async (t) => {
  const acme = await org(t);
  const ben = await acme.member("Ben");
  const stream_id = await acme.channel("design", [acme.owner, ben]);
  const follow = { stream_id, topic: "logo", visibility_policy: VisibilityPolicy.followed };
  const [archived, followed] = await oneAfterAnother(
    acme,
    () => acme.owner.call(archiveChannel, { stream_id }),
    () => ben.call(setTopicVisibility, follow),
  );
  assert.equal(archived?.status, "fulfilled");
  assert.equal(followed?.status, "rejected");
});

test("a user who loses a bot meanwhile does not get its new key", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  const [given, asked] = await oneAfterAnother(
    acme,
    () => acme.owner.call(updateBot, { bot_id: bot.id, bot_owner_id: ben.id }),
    () => ada.call(regenerateBotApiKey, { bot_id: bot.id }),
  );
  assert.equal(given?.status, "fulfilled");
  assert.equal(asked?.status, "rejected");
});

test("a password that is replaced during verification does not sign anyone in", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const password_hash = await hashPassword("another long password");
  const browser = new Browser(acme);
  let signingIn: ReturnType<Browser["signsIn"]> | undefined;
  await acme.alter(async (tx) => {
    signingIn = browser.signsIn(ada.email, PASSWORD);
    await allWait(acme, 1);
    await changeUser(tx, ada.id, { password_hash });
  });
  assert.equal((await signingIn)?.status, 403);
  assert.equal(browser.cookies.has("sessionid"), false);
});
