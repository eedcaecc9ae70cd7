/** The URLs of the organization's pictures: uploaded, or generated from its name. */
import type { Realm } from "../../../kernel/context.ts";
import { pictureUrl } from "../../pictures/store.ts";
import type { RealmPictures } from "../../realm.ts";

export type RealmPicture = keyof RealmPictures;

const GENERATED: Readonly<Record<RealmPicture, { path: string; source: string }>> = {
  icon: { path: "/static/icon.png", source: "G" },
  logo: { path: "/static/logo.svg", source: "D" },
  night_logo: { path: "/static/night-logo.svg", source: "D" },
};

type Pictured = Pick<Realm, "url" | "pictures">;

export function realmPictureUrl({ url, pictures }: Pictured, kind: RealmPicture): string {
  const path = pictures[kind];
  return `${url}${path === undefined ? GENERATED[kind].path : pictureUrl(path)}`;
}

/** For example `icon_url` and `icon_source`. */
export function presentRealmPicture(realm: Pictured, kind: RealmPicture): Record<string, string> {
  const source = realm.pictures[kind] === undefined ? GENERATED[kind].source : "U";
  return { [`${kind}_url`]: realmPictureUrl(realm, kind), [`${kind}_source`]: source };
}

export function presentRealmPictures(realm: Pictured): Record<string, string> {
  const facts = (Object.keys(GENERATED) as RealmPicture[]).map((kind) => presentRealmPicture(realm, kind));
  return Object.assign({}, ...facts);
}
