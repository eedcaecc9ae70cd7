/** Notifies people of changes to how they sign in, so that they notice if it was not them. */
import type { UserId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { inLanguage, type Spoken } from "../../kernel/languages.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { sendMail } from "../../kernel/mail/send.ts";
import { happened } from "../../kernel/moments.ts";
import { noticeToPerson } from "../moments.ts";
import { type SecondFactorWords, secondFactorWords } from "./words/index.ts";

export type Change = Exclude<keyof SecondFactorWords["changed"], "subject" | "notYou">;

export interface Notified {
  readonly id: UserId;
  readonly delivery_email: string;
  readonly full_name: string;
  readonly settings: { readonly default_language?: unknown };
}

interface NoticeTexts {
  readonly subject: (organization: string) => string;
  readonly text: string;
  readonly notYou: string;
}

export const notifyOfChange = (ctx: Writing, person: Notified, change: Change): Promise<void> =>
  notifyPerson(ctx, person, secondFactorWords, ({ changed: { subject, notYou, [change]: text } }) => ({
    subject,
    notYou,
    text,
  }));

/** By email; where the server sends none, the notification bot tells them. */
export async function notifyPerson<W>(
  ctx: Writing,
  person: Notified,
  words: Spoken<W>,
  textsIn: (words: W) => NoticeTexts,
): Promise<void> {
  const { app, realm } = ctx;
  const language = (person.settings.default_language as string | undefined) ?? realm.settings.default_language;
  const { subject, text, notYou } = textsIn(inLanguage(language, words));
  const paragraphs = [text, notYou];
  if (sendsMail(app)) sendMail(ctx, person, { subject: subject(realm.settings.name), language, paragraphs });
  else await happened(ctx, noticeToPerson, { user: person.id, text: `${text} ${notYou}` });
}
