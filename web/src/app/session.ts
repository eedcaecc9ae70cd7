/** Starts a session: identifies the user, shows cached data, registers, and keeps the store up to date. */
import {
  Connection,
  type KeptMark,
  MessageCache,
  Outbox,
  type OutboxEntry,
  type PendingReaction,
  PendingReactions,
  ReadMarks,
  RequestError,
  SharedSync,
  Store,
  Sync,
  type SyncOptions,
} from "@parley/client";
import { listenForWaking } from "../living/wake.ts";
import { databaseOf, hasLocks, isAccount, lastAccount } from "../offline/account.ts";
import { Drawer, type DrawerKind } from "../offline/drawer.ts";
import type { Keeping } from "../offline/keeper.ts";
import { forgetRead, type KeptState, readKept } from "../offline/kept.ts";
import { TabDrawer } from "../offline/tab-drawer.ts";
import { showToast } from "../parts/toasts.tsx";
import type { Session } from "../state/session.tsx";
import { settingsOf } from "../state/user-settings.ts";
import { browserLanguage, speakLanguage } from "../text/languages.ts";
import { type Link, linkState } from "./link.ts";
import { buildName } from "./version.ts";

interface Here {
  readonly user_id: number | null;
  readonly may_visit: boolean;
  readonly csrf_token: string;
  readonly realm_name: string;
}

/** How long to wait for the server when cached data can be shown. */
const PATIENCE_MS = 3000;
const FIRST_PAUSE_MS = 1000;

/** The first request of the page: who is signed in. */
async function whoIsHere(signal?: AbortSignal): Promise<Here> {
  const response = await fetch("/session", { credentials: "include", ...(signal ? { signal } : {}) });
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
  return (await response.json()) as Here;
}

export const signInAddress = (): string => `/login/?next=${encodeURIComponent(`/${location.hash}`)}`;

/** Undefined when the browser is being redirected to the sign-in page. */
export async function beginSession(link: Link = linkState): Promise<Session | undefined> {
  const account = lastAccount();
  // While the server is asked. It is shown only if the answer names this account.
  const ofLast = openLocal(account);
  const here = await whoIsHere(account === undefined ? undefined : AbortSignal.timeout(PATIENCE_MS)).catch(
    (error: unknown) => {
      if (account === undefined) throw error;
      return undefined;
    },
  );
  if (here?.user_id === null) {
    // Cached data is never shown to another account.
    const { database } = await ofLast;
    if (database) await forgetRead(database).catch(() => {});
    if (!here.may_visit) {
      location.replace(signInAddress());
      return undefined;
    }
  }
  const userId = here ? (here.user_id ?? undefined) : account;
  if (userId === account) return sessionOf(here, userId, link, await ofLast);
  void ofLast.then(({ database }) => database?.close());
  return sessionOf(here, userId, link, await openLocal(userId));
}

/** What this browser stores for an account. */
interface LocalData {
  readonly database: IDBDatabase | undefined;
  readonly kept: KeptState | undefined;
}

async function openLocal(userId: number | undefined): Promise<LocalData> {
  const database = await databaseOf(userId);
  return { database, kept: database && (await readKept(database, buildName()).catch(() => undefined)) };
}

async function sessionOf(
  here: Here | undefined,
  userId: number | undefined,
  link: Link,
  { database, kept }: LocalData,
): Promise<Session> {
  const build = buildName();
  if (!here) link.isDown();
  if (!here && !kept) throw new Error("The server did not answer.");
  const token = { csrf: here?.csrf_token ?? "" };
  const connection = new Connection({
    url: location.origin,
    csrfToken: token.csrf,
    fetch: noticingTheEnd(onceIntroduced(token), userId, link),
  });
  let isIntroduced = here !== undefined;
  const sync = syncOf(connection, userId, {
    transport: "socket",
    firstPauseMs: FIRST_PAUSE_MS,
    ...(kept ? { store: new Store({ kept: kept.state }) } : {}),
    async beforeRegistering(signal) {
      if (!isIntroduced) token.csrf = connection.csrfToken = await introduced(userId, signal);
      isIntroduced = false;
    },
    onReached: () => link.isUp(),
    onStore: () => link.isUp(),
    onTrouble: () => link.isDown(),
    onSignedOut: () => link.isOver(),
  });
  const store = await sync.start();
  await speakLanguage(userId === undefined ? browserLanguage() : settingsOf(store.state).default_language);
  const messages = new MessageCache(connection, store);
  if (kept) messages.restore(kept.messages);
  if (userId !== undefined) isAccount(userId);
  const drawer = <Entry>(kind: DrawerKind, onLeft: () => void) => {
    if (database) return { persistence: new Drawer<Entry>({ database, kind, onLeft }) };
    return userId === undefined ? {} : { persistence: new TabDrawer<Entry>(userId, kind) };
  };
  const outbox: Outbox = new Outbox({
    connection,
    cache: messages,
    queueId: () => sync.queueId,
    ...drawer<OutboxEntry>("outbox", () => takeUp(outbox)),
  });
  const reactions: PendingReactions = new PendingReactions({
    connection,
    cache: messages,
    onRefused: ({ message }) => showToast({ text: message }),
    ...drawer<PendingReaction>("reactions", () => takeUp(reactions)),
  });
  const readMarks: ReadMarks = new ReadMarks(
    connection,
    store,
    drawer<KeptMark>("marks", () => takeUp(readMarks)),
  );
  if (database)
    keepFrom({ database, build, store, messages, isInCharge: () => !("isInCharge" in sync) || sync.isInCharge });
  for (const waiting of [outbox, reactions, readMarks]) takeUp(waiting);
  link.subscribe(() => {
    if (link.state.kind !== "up") return;
    outbox.resume();
    readMarks.resume();
    reactions.resume();
    messages.resume();
  });
  listenForWaking({
    mayBeBack: () => (link.state.kind === "signed-out" ? startOverIfSignedIn(userId) : sync.resume()),
    hasSlept: () => sync.reconnect(),
  });
  const isVisitor = userId === undefined;
  return { connection, sync, store, messages, outbox, readMarks, reactions, isVisitor };
}

/** Saves all of this for next time, once the first view is there. */
const keepFrom = (keeping: Keeping): void =>
  void import("../offline/keeper.ts").then(
    ({ Keeper }) => new Keeper(keeping),
    () => {},
  );

/** What cannot be read back is retried next time. */
const takeUp = (waiting: { load(): Promise<void> }): void => void waiting.load().catch(() => {});

/** All windows of an account share one queue, if the browser supports it. */
function syncOf(connection: Connection, userId: number | undefined, options: SyncOptions): Sync | SharedSync {
  // Visitors get no subscribers and no events, so there is nothing to share.
  if (userId === undefined) return new Sync(connection, { ...options, register: { include_subscribers: "false" } });
  if (!hasLocks()) return new Sync(connection, options);
  return new SharedSync(connection, { ...options, name: `parley.${userId}.${buildName()}` });
}

/** Until the server has identified the user, requests wait as if the server could not be reached. */
const onceIntroduced =
  (token: { readonly csrf: string }): typeof fetch =>
  (input, init) =>
    token.csrf === "" ? Promise.reject(new TypeError("Not introduced yet.")) : fetch(input, init);

/**
 * An open connection for events does not notice that its session has expired; any other request does. The server is
 * asked again, because a refusal may also concern something else, such as a password.
 */
const noticingTheEnd =
  (send: typeof fetch, userId: number | undefined, link: Link): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (response.status === 401 && userId !== undefined)
      void whoIsHere().then(
        ({ user_id }) => user_id !== userId && link.isOver(),
        () => {},
      );
    return response;
  };

/** Signing in may have happened in another tab. What waits is stored, and sent after the reload. */
const startOverIfSignedIn = (userId: number | undefined): void =>
  void whoIsHere().then(
    ({ user_id }) => user_id === userId && location.reload(),
    () => {},
  );

/** The CSRF token for the account whose data is shown; another account starts over. */
async function introduced(userId: number | undefined, signal: AbortSignal): Promise<string> {
  const here = await whoIsHere(signal);
  if ((here.user_id ?? undefined) === userId) return here.csrf_token;
  if (here.user_id !== null) location.reload();
  throw new RequestError(401, { code: "UNAUTHORIZED", msg: "Not logged in." });
}
