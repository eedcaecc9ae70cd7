/** Custom emoji, also those that are deactivated: old messages and reactions show them. */
import { randomBytes } from "node:crypto";
import { withLocalFile } from "../imports/local-file.ts";
import { raiseMarkupVersion } from "../kernel/access/store.ts";
import { ApiError, said } from "../kernel/api/index.ts";
import { change } from "../kernel/context.ts";
import type { TurnTx } from "../kernel/db/handles.ts";
import { demandRoom } from "../kernel/limits/room.ts";
import { keysOf, storeImages } from "../organization/custom-emoji/files.ts";
import { emojiImages } from "../organization/custom-emoji/images.ts";
import { checkEmojiName, normaliseEmojiName } from "../organization/custom-emoji/names.ts";
import { emojiInUse, insertEmoji } from "../organization/custom-emoji/store.ts";
import type { Difference } from "./difference.ts";
import type { Sides } from "./sides.ts";
import type { EmojiState } from "./state.ts";

const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

export function emojiDifferences(sides: Sides): Difference[] {
  const { remote, local, ids, server } = sides;
  const here = new Map(local.emoji.map((each) => [each.id, each]));
  return remote.emoji.flatMap((emoji) => {
    const id = ids.get("emoji", Number(emoji.id));
    if (id === undefined) return [{ says: `The emoji ${emoji.name} is not here.`, mend: () => add(sides, emoji) }];
    if (here.get(String(id))?.isDeactivated === emoji.isDeactivated) return [];
    const mend = async () => {
      await change(await server.asOperator(), async ({ db, realm }) => {
        await setDeactivated(db, id, emoji.isDeactivated);
        await raiseMarkupVersion(db, realm.id);
      });
    };
    return [{ says: `The emoji ${emoji.name} is deactivated on one side.`, mend }];
  });
}

async function setDeactivated(tx: TurnTx, id: number, deactivated: boolean): Promise<void> {
  await tx.updateTable("custom_emoji").set({ deactivated }).where("id", "=", id).execute();
}

async function add({ ids, server, openPicture }: Sides, emoji: EmojiState): Promise<void> {
  const { app } = server;
  const name = normaliseEmojiName(emoji.name.toLowerCase());
  checkEmojiName(name);
  const fileName = emoji.address.split("?", 1)[0]?.split("/").at(-1) || name;
  const image = { id: emoji.id, name: fileName, contentType: "", open: () => openPicture(emoji.address) };
  const images = await withLocalFile(app, image, MAX_IMAGE_BYTES, (file) => emojiImages({ ...file, ...image }));
  if ("missing" in images) throw new ApiError(said`${images.missing}`);
  const ctx = await server.asOperator();
  const stored = { realm_id: ctx.realm.id, file_name: randomBytes(16).toString("hex") };
  await storeImages(app, stored, images);
  try {
    const id = await change(ctx, async (writing) => {
      const { db, realm } = writing;
      await demandRoom(writing, "custom_emoji", { realm_id: realm.id });
      const author_id = ids.get("person", emoji.author) ?? null;
      const isTaken = (await emojiInUse(db, realm.id, name)) !== undefined;
      const made = await insertEmoji(db, { ...stored, name, author_id, is_animated: images.still !== undefined });
      // Two active ones cannot have one name; the next round finds the one that is deactivated there.
      if (emoji.isDeactivated || isTaken) await setDeactivated(db, made, true);
      await ids.note(db, "emoji", Number(emoji.id), made);
      return made;
    });
    ids.learn("emoji", Number(emoji.id), id);
  } catch (error) {
    await app.storage.remove(keysOf(stored));
    throw error;
  }
}
