/** Notifies people of changes to their second factors, so that they notice if it was not them. */
import type { UserId } from "../../kernel/api/ids.ts";
import type { Writing } from "../../kernel/context.ts";
import { inLanguage } from "../../kernel/languages.ts";
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

/** By email; where the server sends none, the notification bot tells them. */
export async function notifyOfChange(ctx: Writing, person: Notified, change: Change): Promise<void> {
  const { app, realm } = ctx;
  const language = (person.settings.default_language as string | undefined) ?? realm.settings.default_language;
  const { subject, notYou, [change]: text } = inLanguage(language, secondFactorWords).changed;
  const paragraphs = [text, notYou];
  if (sendsMail(app)) sendMail(ctx, person, { subject: subject(realm.settings.name), language, paragraphs });
  else await happened(ctx, noticeToPerson, { user: person.id, text: `${text} ${notYou}` });
}
