/** Sets and removes the organization's pictures. */
import { record } from "../../../kernel/audit/record.ts";
import { type Context, change, type OpenContext, type Writing } from "../../../kernel/context.ts";
import { toEveryone } from "../../../kernel/events/audience.ts";
import { append } from "../../../kernel/events/log.ts";
import { removeFiles } from "../../../kernel/files/jobs.ts";
import type { ReceivedFile } from "../../../kernel/http/receive.ts";
import { enqueue } from "../../../kernel/jobs/job-kind.ts";
import { drawn, type Frame, square } from "../../pictures/draw.ts";
import { keysOf, newPicturePath, putPictures } from "../../pictures/store.ts";
import type { RealmPictures } from "../../realm.ts";
import { realmUpdateDictEvent } from "../events.ts";
import { storedSettings, storeSettings } from "../store.ts";
import { presentRealmPicture, type RealmPicture, realmPictureUrl } from "./present.ts";

const LOGO: Frame = { width: 800, height: 100, fit: "inside" };
const FRAMES: Readonly<Record<RealmPicture, Frame>> = { icon: square(256), logo: LOGO, night_logo: LOGO };

/** Returns the URL. */
export async function uploadRealmPicture(ctx: Context, kind: RealmPicture, file: ReceivedFile): Promise<string> {
  return withRealmPicture(ctx, kind, file, (path) => change(ctx, (writing) => showRealmPicture(writing, kind, path)));
}

/** For changes that include a picture: stores it and passes its path to `work`. Deletes the file if `work` fails. */
export async function withRealmPicture<T>(
  ctx: OpenContext,
  kind: RealmPicture,
  file: ReceivedFile,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const [picture] = (await drawn(file, [FRAMES[kind]])) as [Buffer];
  const path = newPicturePath(ctx.realm.id, { ofRealm: true });
  await putPictures(ctx.app, path, picture);
  try {
    return await work(path);
  } catch (error) {
    await ctx.app.storage.remove(keysOf(path));
    throw error;
  }
}

/** Without a path, the organization gets the picture generated from its name again. */
export async function showRealmPicture(ctx: Writing, kind: RealmPicture, path: string | undefined): Promise<string> {
  const { db, realm } = ctx;
  const before = ((await storedSettings(db, realm.id)).pictures ?? {}) as RealmPictures;
  const { [kind]: former, ...others } = before;
  const after = { ...realm, pictures: path === undefined ? others : { ...others, [kind]: path } };
  if (former === path) return realmPictureUrl(after, kind);
  await storeSettings(db, realm.id, { pictures: after.pictures });
  record(ctx, "realm_picture_changed", { picture: kind, is_uploaded: path !== undefined });
  if (former !== undefined) enqueue(ctx, removeFiles({ keys: keysOf(former) }));
  const data = presentRealmPicture(after, kind);
  append(ctx, realmUpdateDictEvent({ op: "update_dict", property: kind, data }), toEveryone);
  return realmPictureUrl(after, kind);
}
