/** Describes an invitation: what it is for, and who sent it. */
import type { OpenContext } from "../../kernel/context.ts";
import type { Visit } from "../../kernel/pages/page.ts";
import { wordsFor } from "../../kernel/pages/page.ts";
import { userById } from "../../people/users/store.ts";
import { type Invitation, invitationById } from "../invites/store.ts";
import { firstChannels } from "./join.ts";
import { signUpWords } from "./words/index.ts";

/** The name of an active user who can send a new invitation; `undefined` if there is none. */
export async function inviterOf({ db, realm }: OpenContext, invitation: Invitation): Promise<string | undefined> {
  const { link_id } = invitation;
  const link = link_id === null ? undefined : await invitationById(db, realm.id, { id: link_id, kind: "link" });
  const inviterId = invitation.inviter_id ?? link?.inviter_id;
  const inviter = typeof inviterId === "number" ? await userById(db, realm.id, inviterId) : undefined;
  return inviter?.is_active ? inviter.full_name : undefined;
}

/** `undefined` for people who sign up without an invitation. */
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
