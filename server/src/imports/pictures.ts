/**
 * Pictures of people. They go to accounts that an import has created and nobody has used, and that have none: everyone else has chosen
 * how to look. What comes in an archive is treated as what somebody uploads.
 */
import { ApiError, type RealmId, type UserId } from "../kernel/api/index.ts";
import type { OpenContext } from "../kernel/context.ts";
import type { Db } from "../kernel/db/handles.ts";
import { MAX_PICTURE_MIB } from "../organization/pictures/contract.ts";
import { changeAvatar, withAvatar } from "../people/avatars/actions.ts";
import { unusedAccount } from "./accounts.ts";
import type { Ledger } from "./ledger.ts";
import { type Missing, withLocalFile } from "./local-file.ts";
import type { ImportedPeople } from "./people.ts";
import type { PictureRecord, SkippedRecord } from "./records.ts";
import { skipped } from "./skipped.ts";
import { insertItem, itemWith, type Origin, sourceKey } from "./store.ts";

const MAX_BYTES = MAX_PICTURE_MIB * 1024 * 1024;

export const NOT_THERE: Missing = { missing: "the archive does not have the file" };
export const OWN_PICTURE: Missing = { missing: "the account here is in use, or has a picture" };

class HasOwnPicture extends Error {}

export const isPictureKnown = async (db: Db, origin: Origin, { person }: PictureRecord): Promise<boolean> =>
  (await itemWith(db, origin, "picture", [sourceKey(person)])) !== undefined;

/** Whether it is nobody's yet, and looks like nobody. */
export async function mayGetPicture(db: Db, realmId: RealmId, id: UserId): Promise<boolean> {
  const row = await unusedAccount(db, realmId, id).where("avatar_path", "is", null).executeTakeFirst();
  return row !== undefined;
}

export const pictureLeftOut = ({ person, isNamedById }: PictureRecord, { missing }: Missing): SkippedRecord =>
  skipped("pictures of people", missing, isNamedById ? "" : person);

export async function addPicture(
  ctx: OpenContext,
  origin: Origin,
  people: ImportedPeople,
  record: PictureRecord,
  ledger: Ledger,
): Promise<void> {
  const { reader } = ctx.app.database;
  if (await isPictureKnown(reader, origin, record)) return;
  const id = people.get(record.person)?.id;
  const isFree = id !== undefined && (await mayGetPicture(reader, origin.realm_id, id));
  const fault = isFree ? await takeFirst(ctx, origin, { ...record, id }, ledger) : OWN_PICTURE;
  if (fault) ledger.leaveOutFirst(pictureLeftOut(record, fault));
}

/** The first image that can be used; otherwise the reason why the first cannot. */
async function takeFirst(
  ctx: OpenContext,
  origin: Origin,
  { id, person, images }: PictureRecord & { readonly id: UserId },
  ledger: Ledger,
): Promise<Missing | undefined> {
  let fault: Missing | undefined;
  for (const image of images) {
    const outcome = await withLocalFile(ctx.app, image, MAX_BYTES, async (file) => {
      try {
        // The type is that of its content, whatever the archive calls it.
        await withAvatar(ctx, { ...file, name: "picture.png", contentType: "" }, (path) =>
          ledger.change(ctx, async (writing, tally) => {
            // Beside others, its person may have come while it was drawn.
            if (!(await mayGetPicture(writing.db, origin.realm_id, id))) throw new HasOwnPicture();
            await changeAvatar(writing, id, path);
            await insertItem(writing.db, origin, { kind: "picture", source_id: person, local_id: id });
            tally.take("pictures");
          }),
        );
        return undefined;
      } catch (error) {
        if (error instanceof HasOwnPicture) return OWN_PICTURE;
        if (error instanceof ApiError) return { missing: "the image cannot be used" };
        throw error;
      }
    });
    if (!outcome || outcome === OWN_PICTURE) return outcome;
    fault ??= outcome;
  }
  return fault ?? NOT_THERE;
}
