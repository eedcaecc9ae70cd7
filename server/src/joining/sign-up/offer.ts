/** What somebody is invited to, and by whom: said before anything is asked. */
import type { OpenContext } from "../../kernel/context.ts";
import type { Visit } from "../../kernel/pages/page.ts";
import { wordsFor } from "../../kernel/pages/page.ts";
import { userById } from "../../people/users/store.ts";
import { type Invitation, invitationById } from "../invites/store.ts";
import { firstChannels } from "./join.ts";
import { signUpWords } from "./words.ts";

/** Whoever can give another invitation; nobody where people came by themselves, and nobody who has left. */
export async function inviterOf({ db, realm }: OpenContext, invitation: Invitation): Promise<string | undefined> {
  const { link_id } = invitation;
  const link = link_id === null ? undefined : await invitationById(db, realm.id, { id: link_id, kind: "link" });
  const inviterId = invitation.inviter_id ?? link?.inviter_id;
  const inviter = typeof inviterId === "number" ? await userById(db, realm.id, inviterId) : undefined;
  return inviter?.is_active ? inviter.full_name : undefined;
}

/** Undefined where people came by themselves. */
export async function offerIn(visit: Visit, invitation: Invitation): Promise<string | undefined> {
  if (invitation.kind === "confirmation" && invitation.link_id === null) return undefined;
  const words = wordsFor(visit, signUpWords);
  const role = words.roles[invitation.invited_as] ?? "";
  const inviter = await inviterOf(visit, invitation);
  const channels = await firstChannels(visit, { role: invitation.invited_as }, invitation, []);
  const names = channels.map(({ name }) => `#${name}`);
  const sentences = [
    words.offer(inviter, visit.realm.settings.name, role),
    ...(names.length === 0 ? [] : [words.channels(listIn(visit.language, names, "conjunction"))]),
  ];
  return sentences.join(" ");
}

export const listIn = (language: string, names: readonly string[], type: "conjunction" | "disjunction"): string =>
  new Intl.ListFormat(language, { type }).format(names);
