/** Adds and deactivates custom emoji. */

import { randomBytes } from "node:crypto";
import { isAdministrator } from "../../kernel/access/roles.ts";
import { demand, InsufficientPermission } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import { type Context, change, type WriteContext } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import type { ReceivedFile } from "../../kernel/http/receive.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { EmojiNameTaken, NoSuchEmoji, NotEmojiAuthor, OnlyAdministratorsOverride } from "./contract.ts";
import { customEmojiEvent } from "./events.ts";
import { keysOf, storeImages } from "./files.ts";
import { emojiImages } from "./images.ts";
import { checkEmojiName, isBuiltInName, normaliseEmojiName } from "./names.ts";
import { mayAddEmoji, mayRemoveEmoji } from "./permissions.ts";
import { presentEmoji } from "./present.ts";
import { allEmoji, deactivateEmoji, emojiInUse, insertEmoji } from "./store.ts";

/** Everything that can be checked before the file is read. */
export async function checkNewEmoji(ctx: Context, name: string): Promise<void> {
  const { db, realm, user } = ctx;
  checkEmojiName(name);
  demand(mayAddEmoji(user, realm.settings), new InsufficientPermission());
  demand((await emojiInUse(db, realm.id, name)) === undefined, new EmojiNameTaken());
}

/** Overriding a built-in emoji changes how everyone's texts look. */
export const mayOverride = ({ user }: Context, name: string): boolean => isAdministrator(user) || !isBuiltInName(name);

/** Stores the images first: images without a row are harmless, but a row without its image would be broken. */
export async function addCustomEmoji(ctx: Context, name: string, received: ReceivedFile): Promise<void> {
  const { app, realm, user } = ctx;
  demand(mayOverride(ctx, name), new OnlyAdministratorsOverride());
  const images = await emojiImages(received);
  const stored = { realm_id: realm.id, file_name: randomBytes(16).toString("hex") };
  await storeImages(app, stored, images);
  const is_animated = images.still !== undefined;
  try {
    await change(ctx, async (writing) => {
      await checkNewEmoji(writing, name);
      await demandRoom(writing, "custom_emoji", { realm_id: realm.id });
      const emoji_id = await insertEmoji(writing.db, { ...stored, name, author_id: user.id, is_animated });
      record(writing, "custom_emoji_added", { emoji_id });
      await announceEmoji(writing);
    });
  } catch (error) {
    await app.storage.remove(keysOf(stored));
    throw error;
  }
}

export async function deactivateCustomEmoji(ctx: WriteContext, emoji_name: string): Promise<void> {
  const { db, realm, user } = ctx;
  const emoji = await emojiInUse(db, realm.id, normaliseEmojiName(emoji_name));
  if (!emoji) throw new NoSuchEmoji({ emoji_name });
  demand(mayRemoveEmoji(user, emoji.author_id === user.id), new NotEmojiAuthor());
  await deactivateEmoji(db, emoji);
  record(ctx, "custom_emoji_deactivated", { emoji_id: emoji.id });
  await announceEmoji(ctx);
}

async function announceEmoji(ctx: WriteContext): Promise<void> {
  const realm_emoji = presentEmoji(await allEmoji(ctx.db, ctx.realm.id));
  append(ctx, customEmojiEvent({ op: "update", realm_emoji }), toEveryone);
}
