/**
 * The storage of pictures. Each has an unguessable path, which determines its URL and key. A new picture has a new
 * path, so caches never show an old one.
 */
import { randomBytes } from "node:crypto";
import type { RealmId } from "../../kernel/api/ids.ts";
import type { App } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { put } from "../../kernel/storage/put.ts";

export const PICTURES_PREFIX = "/user_avatars/";
export const KEYS_PREFIX = "avatars/";
const MEDIUM = "-medium";

/** For a picture of the organization itself, or of a user. */
export function newPicturePath(realmId: RealmId, { ofRealm = false } = {}): string {
  return `${realmId}/${ofRealm ? "realm/" : ""}${randomBytes(20).toString("hex")}`;
}

const PATH = /^(\d+)\/(?:realm\/)?[0-9a-f]{40}(?:-medium)?\.png$/;

/** The key of the picture at a path below `/user_avatars/`; `undefined` if this organization cannot have one there. */
export function keyAt(realmId: RealmId, rest: string): string | undefined {
  return Number(PATH.exec(rest)?.[1]) === realmId ? `${KEYS_PREFIX}${rest}` : undefined;
}

export const pictureUrl = (path: string, { medium = false } = {}): string =>
  `${PICTURES_PREFIX}${path}${medium ? MEDIUM : ""}.png`;

const keyOf = (path: string, size = "") => `${KEYS_PREFIX}${path}${size}.png`;

/** All keys that can exist for a path. */
export const keysOf = (path: string): string[] => [keyOf(path), keyOf(path, MEDIUM)];

export async function putPictures(app: App, path: string, picture: Buffer, medium?: Buffer): Promise<void> {
  await put(app, keyOf(path), picture, "image/png");
  if (medium) await put(app, keyOf(path, MEDIUM), medium, "image/png");
}

/** The paths of all pictures in use. */
export async function shownPaths(db: Db): Promise<string[]> {
  const users = await db.selectFrom("user").select("avatar_path").where("avatar_path", "is not", null).execute();
  const realms = await db.selectFrom("realm").select("settings").execute();
  return [
    ...users.map(({ avatar_path }) => avatar_path as string),
    ...realms.flatMap(({ settings }) => Object.values((settings.pictures ?? {}) as Record<string, string>)),
  ];
}
