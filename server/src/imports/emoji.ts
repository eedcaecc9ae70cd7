/** Custom emoji of an archive. An emoji here with the same name is kept. */
import { randomBytes } from "node:crypto";
import { ApiError } from "../kernel/api/index.ts";
import type { OpenContext } from "../kernel/context.ts";
import { demandRoom } from "../kernel/limits/room.ts";
import { keysOf, storeImages } from "../organization/custom-emoji/files.ts";
import { type EmojiImages, emojiImages } from "../organization/custom-emoji/images.ts";
import { checkEmojiName, isBuiltInName, normaliseEmojiName } from "../organization/custom-emoji/names.ts";
import { emojiInUse, insertEmoji } from "../organization/custom-emoji/store.ts";
import type { Ledger } from "./ledger.ts";
import { withLocalFile } from "./local-file.ts";
import type { ImportedPeople } from "./people.ts";
import type { EmojiRecord } from "./records.ts";
import { insertItem, itemWith, type Origin, sourceKey } from "./store.ts";

/** Larger than any image that the programs accept. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

export async function addEmoji(
  ctx: OpenContext,
  origin: Origin,
  people: ImportedPeople,
  record: EmojiRecord,
  ledger: Ledger,
): Promise<void> {
  if ((await itemWith(ctx.app.database.reader, origin, "emoji", [sourceKey(record.name)])) !== undefined) return;
  const leave = (reason: string) => ledger.leaveOutFirst({ what: "custom emoji", reason, example: record.name });
  const name = emojiNameFrom(record);
  const fault = await emojiFault(ctx, name);
  if (fault !== undefined) return leave(fault);
  const outcome = await withLocalFile(ctx.app, record.image, MAX_IMAGE_BYTES, async (file) => {
    try {
      return await emojiImages({ ...file, name: record.image.name, contentType: record.image.contentType });
    } catch (error) {
      if (error instanceof ApiError) return { missing: "the image cannot be used" };
      throw error;
    }
  });
  if ("missing" in outcome) return leave(outcome.missing);
  await store(ctx, origin, { name, source: record.name, author: record.author, images: outcome, people }, ledger);
}

export const emojiNameFrom = ({ name }: EmojiRecord): string => normaliseEmojiName(name.toLowerCase());

/** Why there cannot be an emoji with this name. */
export async function emojiFault({ app, realm }: OpenContext, name: string): Promise<string | undefined> {
  try {
    checkEmojiName(name);
  } catch (error) {
    if (error instanceof ApiError) return "the name is not one that an emoji can have here";
    throw error;
  }
  if (isBuiltInName(name)) return "the name means a built-in emoji here";
  return (await emojiInUse(app.database.reader, realm.id, name)) ? "there is an emoji with this name" : undefined;
}

interface EmojiToStore {
  readonly name: string;
  readonly source: string;
  readonly author: string | undefined;
  readonly images: EmojiImages;
  readonly people: ImportedPeople;
}

/** The images first: without a row they are harmless. */
async function store(
  ctx: OpenContext,
  origin: Origin,
  { name, source, author, images, people }: EmojiToStore,
  ledger: Ledger,
): Promise<void> {
  const { app, realm } = ctx;
  const stored = { realm_id: realm.id, file_name: randomBytes(16).toString("hex") };
  await storeImages(app, stored, images);
  try {
    await ledger.change(ctx, async (writing, tally) => {
      await demandRoom(writing, "custom_emoji", { realm_id: realm.id });
      const author_id = (author === undefined ? undefined : people.get(author)?.id) ?? null;
      const local_id = await insertEmoji(writing.db, {
        ...stored,
        name,
        author_id,
        is_animated: images.still !== undefined,
      });
      await insertItem(writing.db, origin, { kind: "emoji", source_id: source, local_id });
      tally.take("emoji");
    });
  } catch (error) {
    await app.storage.remove(keysOf(stored));
    if (!(error instanceof ApiError)) throw error;
    ledger.leaveOutFirst({ what: "custom emoji", reason: "the organization has too many", example: source });
  }
}
