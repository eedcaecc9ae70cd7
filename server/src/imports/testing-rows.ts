/** What an import has stored, for comparing two of them. */
import type { Organization } from "../../test/index.ts";

/** Everything that was imported, without ids that depend on what else was there. */
export async function rowsOf({ server, realm }: Organization) {
  const { reader } = server.app.database;
  const messages = await reader
    .selectFrom("message")
    .innerJoin("user", "user.id", "message.sender_id")
    .leftJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select(["user.full_name", "channel.name", "message.subject", "message.sent_at", "message.last_edit_at"])
    .select(["message.traits", "message.history_count", "message.content"])
    .where("message.realm_id", "=", realm.id)
    .where("message.client", "=", "Import")
    .orderBy("message.id")
    .execute();
  const first = await reader
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realm.id)
    .where("full_name", "=", "Person Number 1")
    .executeTakeFirstOrThrow();
  const reactions = await reader
    .selectFrom("reaction")
    .innerJoin("message", "message.id", "reaction.message_id")
    .select(["message.sent_at", "reaction.user_id", "reaction.emoji_name"])
    .where("message.realm_id", "=", realm.id)
    .orderBy("reaction.message_id")
    .execute();
  const flags = await reader
    .selectFrom("user_message")
    .innerJoin("message", "message.id", "user_message.message_id")
    .select(["message.sent_at", "user_message.user_id", "user_message.flags"])
    .where("message.realm_id", "=", realm.id)
    .where("message.client", "=", "Import")
    .orderBy("message.id")
    .orderBy("user_message.user_id")
    .execute();
  const pictures = await reader
    .selectFrom("user")
    .select(["full_name", "avatar_source", "avatar_version"])
    .where("realm_id", "=", realm.id)
    .where("avatar_path", "is not", null)
    .orderBy("full_name")
    .execute();
  const relative = <T extends { user_id: number }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, user_id: row.user_id - first.id }));
  const plain = messages.map(({ content, ...row }) => ({ ...row, content: content.replace(/\|\d+\*\*/g, "**") }));
  return { messages: plain, pictures, reactions: relative(reactions), flags: relative(flags) };
}
