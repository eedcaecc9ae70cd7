/** The organization's icon and logos. */
import { textIn } from "../imports/json.ts";
import { skipped } from "../imports/skipped.ts";
import { change } from "../kernel/context.ts";
import { MAX_PICTURE_MIB } from "../organization/pictures/contract.ts";
import { showRealmPicture, withRealmPicture } from "../organization/realms/pictures/actions.ts";
import type { RealmPicture } from "../organization/realms/pictures/present.ts";
import type { Difference } from "./difference.ts";
import { copyPicture, triedPictures } from "./picture-copy.ts";
import type { Sides } from "./sides.ts";
import type { OrganizationState } from "./state.ts";

const NAMES: Readonly<Record<RealmPicture, string>> = { icon: "icon", logo: "logo", night_logo: "logo for the night" };

export async function organizationPictureDifferences(sides: Sides): Promise<Difference[]> {
  const { remote, local, ids, openPicture } = sides;
  const outcomeOf = await triedPictures(sides);
  return (Object.keys(NAMES) as RealmPicture[]).flatMap((kind) => {
    const says = `The organization's ${NAMES[kind]} differs.`;
    const address = addressIn(remote, kind);
    const hasOne = addressIn(local, kind) !== undefined;
    if (address === undefined) return hasOne ? [{ says, mend: () => remove(sides, kind) }] : [];
    const key = `${kind} ${address}`;
    const outcome = outcomeOf(key);
    if (outcome === "missing")
      sides.leaveOut(skipped("pictures of the organization", "they cannot be read", NAMES[kind]));
    if (outcome === "missing" || (outcome === "copied" && hasOne)) return [];
    const mend = () =>
      copyPicture(sides, {
        key,
        maxBytes: MAX_PICTURE_MIB * 1024 * 1024,
        local_id: ids.origin.realm_id,
        open: () => openPicture(address),
        drawn: (ctx, file, work) => withRealmPicture(ctx, kind, file, work),
        show: (writing, path) => showRealmPicture(writing, kind, path),
      });
    return [{ says, mend }];
  });
}

/** Undefined for one that is drawn from the organization's name. */
const addressIn = ({ fields }: OrganizationState, kind: RealmPicture): string | undefined =>
  fields[`realm_${kind}_source`] === "U" ? textIn(fields[`realm_${kind}_url`]) || undefined : undefined;

async function remove({ server }: Sides, kind: RealmPicture): Promise<void> {
  await change(await server.asOperator(), async (writing) => void (await showRealmPicture(writing, kind, undefined)));
}
