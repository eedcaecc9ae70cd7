/** A lively organization: somebody of every role, channels of every kind, and people who are in none of them. */

import { updateRealm } from "../../src/organization/realms/contract.ts";
import { withPassword } from "../../src/people/sign-in/testing.ts";
import type { Organization, Person } from "../index.ts";
import { Walk } from "./walk.ts";
import { Watcher } from "./watcher.ts";

export interface CatalogueWorld {
  readonly acme: Organization;
  readonly walk: Walk;
  readonly olivia: Person;
  readonly adam: Person;
  readonly mona: Person;
  readonly mel: Person;
  /** A member who is subscribed to nothing. */
  readonly uma: Person;
  readonly gus: Person;
  /** A guest who shares one channel with Mel, and nothing with anybody else. */
  readonly rita: Person;
  readonly robin: Person;
  /** Who listens to nothing. */
  readonly leo: Person;
  readonly open: number;
  readonly lobby: number;
  readonly secret: number;
  readonly web: number;
}

export interface WorldKind {
  /** Whether guests see only whom they meet. */
  readonly isRestricted: boolean;
}

export async function makeWorld(acme: Organization, { isRestricted }: WorldKind): Promise<CatalogueWorld> {
  const { owner: olivia } = acme;
  const adam = await acme.administrator("Adam");
  const mona = await acme.moderator("Mona");
  const mel = await withPassword(acme, await acme.member("Mel"));
  const uma = await acme.member("Uma");
  const [gus, rita] = [await acme.guest("Gus"), await acme.guest("Rita")];
  const leo = await acme.member("Leo");
  const robin = await acme.bot("Robin", mel);
  await olivia.call(updateRealm, {
    enable_spectator_access: true,
    ...(isRestricted ? { can_access_all_users_group: { new: acme.realm.systemGroups["role:members"] } } : {}),
  });
  const open = await acme.channel("open", [mel, olivia, adam, mona, gus, robin, leo]);
  const lobby = await acme.channel("lobby", [mel, rita]);
  const secret = await acme.channel("secret", [mel, mona, gus], {
    invite_only: true,
    history_public_to_subscribers: true,
  });
  const web = await acme.channel("web", [olivia, mel], { is_web_public: true });
  const watchers: Watcher[] = [];
  for (const person of [olivia, adam, mona, mel, uma, gus, rita, robin]) watchers.push(await Watcher.of(acme, person));
  const walk = new Walk(acme, watchers);
  await walk.readAudit("the world's beginning");
  return { acme, walk, olivia, adam, mona, mel, uma, gus, rita, robin, leo, open, lobby, secret, web };
}
