/**
 * Signs out by submitting a form, which the server accepts only from our own pages. Deletes the account's cached data
 * first; drafts that only this browser has are saved on the server before.
 */
import { saveDrafts } from "../composer/drafts/keep-drafts.ts";
import { forgetAccount } from "../offline/forget.ts";

const LONGEST_TO_SAVE_MS = 3000;

export async function signOut(): Promise<void> {
  const response = await fetch("/session", { credentials: "include" });
  const { csrf_token } = (await response.json()) as { csrf_token: string };
  await saveDrafts(LONGEST_TO_SAVE_MS);
  await forgetAccount().catch(() => {});
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/accounts/logout/";
  const token = document.createElement("input");
  token.type = "hidden";
  token.name = "csrfmiddlewaretoken";
  token.value = csrf_token;
  form.append(token);
  document.body.append(form);
  form.submit();
}
