import assert from "node:assert/strict";
import type { KyselyPlugin } from "kysely";
import { type Organization, org, type Person, test } from "../../test/index.ts";
import type { Context, User } from "../kernel/context.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import { NO_NAMES } from "../text/markdown/names.ts";
import { render } from "../text/markdown/render.ts";
import { renderFor } from "./content.ts";
import { checkMentions } from "./mention-permissions.ts";
import { storeMentions } from "./mentions.ts";

/** Fails on any access. */
const untouchable = new Proxy({} as TurnTx, {
  get() {
    throw new Error("The database was asked.");
  },
});

async function author({ server: { app }, realm }: Organization, person: Person): Promise<User> {
  const row = await app.database.reader
    .selectFrom("user")
    .selectAll()
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  return { ...row, realm_id: realm.id, is_bot: false, groups: new Set() } as unknown as User;
}

test("a text without names needs no query, from parsing to its flags", async (t) => {
  const acme = await org(t);
  const user = await author(acme, acme.owner);
  const ctx = { app: acme.server.app, db: untouchable, realm: acme.realm, user } as unknown as Context;
  const message = { id: 1, sender_id: 1, recipient_id: 1, topic_id: 1, channel_id: 1 };
  const place = { channel_id: 1, topicId: async () => undefined };
  for (const text of ["plain", "a@b.c # 5 **bold** :tada: https://example.com", "@all and #general", "`x` @ # *"]) {
    const rendered = await renderFor(ctx, text, user);
    assert.equal(rendered.html, render(text, NO_NAMES, { previews: true }).html);
    await checkMentions(ctx, user, rendered.mentions, place);
    assert.equal((await storeMentions(untouchable, message, { ...rendered.mentions, alerted: [] })).size, 0);
  }
  await assert.rejects(renderFor(ctx, "@**Olivia**", user), { message: "The database was asked." });
});

test("each kind of name is loaded once, however many names a text has", async (t) => {
  const acme = await org(t);
  const user = await author(acme, acme.owner);
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      count++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = (acme.server.app.database.reader as Db as TurnTx).withPlugin(counting);
  const ctx = { app: acme.server.app, db, realm: acme.realm, user } as unknown as Context;
  const many = Array.from(
    { length: 100 },
    (_, n) => `@**Person ${n}** @**|${n}** @*group ${n}* #**c${n}** #**c${n}>t**`,
  );
  await renderFor(ctx, many.join("\n"), user);
  assert(count <= 4, `${count} queries`);
});
