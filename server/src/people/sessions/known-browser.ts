/**
 * Tells the browsers that somebody has signed in with before from new ones, of which they are told by email. A browser keeps a mark for
 * each of its accounts in a cookie; nothing is stored here. A mark is a hash that only the server can make. It depends on the password,
 * so that after a new one every browser is new again.
 */
import type { UserId } from "../../kernel/api/ids.ts";
import type { Cookie } from "../../kernel/http/cookies.ts";
import { knownBrowserCookie, type Shared } from "../../kernel/http/session.ts";
import type { PageVisit } from "../../kernel/pages/page.ts";

/** Of a browser that more people share, those who have signed in last are remembered. */
const MAX_ACCOUNTS = 8;
const MARK = /^[\w-]{43}$/;

type Browsing = Pick<PageVisit, "app" | "knownBrowser">;

interface Credentialed {
  readonly id: UserId;
  readonly password_hash: string | null;
}

const marksIn = ({ knownBrowser }: Browsing): string[] =>
  (knownBrowser ?? "").split(".", MAX_ACCOUNTS).filter((mark) => MARK.test(mark));

const markOf = ({ app }: Browsing, { id, password_hash }: Credentialed): string =>
  app.secrets.keyedHash("known browser", `${id} ${password_hash ?? ""}`);

export const isKnownBrowser = (visit: Browsing, account: Credentialed): boolean =>
  marksIn(visit).includes(markOf(visit, account));

/** Shared computers remember nobody. */
export function rememberBrowser(visit: Browsing, account: Credentialed, { isShared }: Shared): Cookie[] {
  if (isShared) return [];
  const mark = markOf(visit, account);
  const others = marksIn(visit).filter((each) => each !== mark);
  return [knownBrowserCookie(visit.app, [mark, ...others].slice(0, MAX_ACCOUNTS).join("."))];
}
