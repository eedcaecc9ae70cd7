/** Feeds in archives: they go on elsewhere, and an archive without secrets has no addresses. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { org, Person, test } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { getFeeds, updateFeed } from "../../delivery/integrations/feeds/contract.ts";
import { adds, numbered, Publisher, postedBy, rss } from "../../delivery/integrations/feeds/testing.ts";
import { incomingBot } from "../../delivery/integrations/testing.ts";
import { useReceiver } from "../../delivery/outgoing-webhooks/testing.ts";
import { importOrganization } from "./import.ts";
import { writeArchive } from "./write.ts";

const receiver = await useReceiver();

test("an imported feed goes on where it was, and without its address it waits for one", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("news", [ada]);
  const hook = await incomingBot(acme, ada);
  const blog = new Publisher(receiver, numbered(1, 2));
  const url = `${blog.url}?key=secret`;
  await adds(acme, ada, hook, { url, stream_id, topic: "blog", filter_words: ["entry"] });
  const { app } = acme.server;
  const file = join(app.config.dataDirectory, "feeds.gz");
  await writeArchive(app, acme.realm, file, "everything");
  const whole = gunzipSync(readFileSync(file)).toString();
  const without = join(app.config.dataDirectory, "without.gz");
  writeFileSync(without, gzipSync(whole.replace(/"address":"[^"]*"/, '"address":"file:///etc/passwd"')));
  const partial = join(app.config.dataDirectory, "partial.gz");
  await writeArchive(app, acme.realm, partial, "public");
  assert.doesNotMatch(gunzipSync(readFileSync(partial)).toString(), /key=secret|filter_words/);

  const target = await startServer(app.database.engine, { outgoingAllow: ["127.0.0.1"] }, { isNew: true });
  t.after(() => target.close());
  blog.document = rss(numbered(1, 3));
  const there = async (archive: string, shortName: string) => {
    const { realm } = await importOrganization(target.app, archive, { shortName });
    const row = await target.app.database.reader
      .selectFrom("user")
      .select("id")
      .where("realm_id", "=", realm.id)
      .where("full_name", "=", "Hook")
      .executeTakeFirstOrThrow();
    const owner = await target.app.database.reader
      .selectFrom("user")
      .select(["id", "api_key_encrypted"])
      .where("realm_id", "=", realm.id)
      .where("full_name", "=", "Ada")
      .executeTakeFirstOrThrow();
    const apiKey = target.app.secrets.decrypt(owner.api_key_encrypted);
    return {
      ada: new Person(target, realm.url, { id: owner.id, name: "Ada", email: ada.email, apiKey }),
      bot: { id: row.id } as Person,
    };
  };
  const moved = await there(file, "moved");
  await target.clock.leap({ minutes: 2 });
  target.app.jobs.wake();
  await target.app.jobs.settled();
  const { feeds } = await moved.ada.call(getFeeds, { bot_id: moved.bot.id });
  assert.deepEqual(
    feeds.map((feed) => [feed.url, feed.topic, feed.filter_words, feed.is_paused, feed.last_fetch?.outcome]),
    [[url, "blog", ["entry"], false, "fetched"]],
  );
  const posts = await postedBy(moved.ada, moved.bot);
  assert.deepEqual(posts.at(-1), ["blog", "**[Entry 3](https://blog.example.com/3)**"]);
  assert.equal(posts.length, 2, "what was posted before came with the archive");

  const bare = await there(without, "bare");
  const { feeds: [feed] = [] } = await bare.ada.call(getFeeds, { bot_id: bare.bot.id });
  assert.deepEqual([feed?.url, feed?.is_paused], ["", true]);
  const asked = { bot_id: bare.bot.id, feed_id: feed?.feed_id as number };
  await assert.rejects(bare.ada.call(updateFeed, { ...asked, is_paused: false }), {
    message: "Enter the address of this feed first.",
  });
  await bare.ada.call(updateFeed, { ...asked, url, is_paused: false });
});
