/** Where the organization's pictures are: the uploaded ones, or those that are made from its name. */
import type { Realm } from "../../../kernel/context.ts";
import { pictureUrl } from "../../pictures/store.ts";
import type { RealmPictures } from "../../realm.ts";

export type RealmPicture = keyof RealmPictures;

const MADE_HERE: Readonly<Record<RealmPicture, { path: string; source: string }>> = {
  icon: { path: "/static/icon.svg", source: "G" },
  logo: { path: "/static/logo.svg", source: "D" },
  night_logo: { path: "/static/night-logo.svg", source: "D" },
};

type Pictured = Pick<Realm, "url" | "pictures">;

export function realmPictureUrl({ url, pictures }: Pictured, kind: RealmPicture): string {
  const path = pictures[kind];
  return `${url}${path === undefined ? MADE_HERE[kind].path : pictureUrl(path)}`;
}

/** Under the names that clients read: `icon_url` and `icon_source`. */
export function presentRealmPicture(realm: Pictured, kind: RealmPicture): Record<string, string> {
  const source = realm.pictures[kind] === undefined ? MADE_HERE[kind].source : "U";
  return { [`${kind}_url`]: realmPictureUrl(realm, kind), [`${kind}_source`]: source };
}

export function presentRealmPictures(realm: Pictured): Record<string, string> {
  const facts = (Object.keys(MADE_HERE) as RealmPicture[]).map((kind) => presentRealmPicture(realm, kind));
  return Object.assign({}, ...facts);
}
