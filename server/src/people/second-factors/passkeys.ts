/** Adds, changes, removes and uses passkeys. */
import type { SessionId, UserId } from "../../kernel/api/ids.ts";
import { demand } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Context, OpenContext, WriteContext, Writing } from "../../kernel/context.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { sealedKind, type Unsealed } from "../../kernel/sealed/sealed.ts";
import { spend } from "../../kernel/sealed/store.ts";
import { keepingWayIn } from "../ways-in/ways.ts";
import { factorRemoved, turnOn } from "./actions.ts";
import { NoSuchPasskey, OnlyWayIn, SetupIsOver } from "./contract.ts";
import { notifyOfChange } from "./notify.ts";
import { PasskeyRefused } from "./passkey-refusals.ts";
import * as store from "./store.ts";
import { checkNewPasskey, checkPasskey, creationOptions, newChallenge, requestOptions } from "./webauthn.ts";

const VALID_SECONDS = 600;

interface StartedPasskey {
  readonly user_id: UserId;
  readonly session: SessionId | undefined;
  readonly challenge: string;
}

const setups = sealedKind<StartedPasskey>("passkey setup", VALID_SECONDS);

export async function startPasskey(ctx: Context) {
  const { db, user, session } = ctx;
  const options = await creationOptions(ctx, user, await store.passkeysOf(db, user.id));
  const setup = setups.seal(ctx, { user_id: user.id, session, challenge: options.challenge });
  return { options, setup };
}

/** What a browser sent, checked: only storing it is left. */
export async function checkedPasskey(ctx: Context, setup: string, credential: unknown) {
  const started = setups.open(ctx, setup);
  const { user_id, session, challenge } = started?.value ?? {};
  demand(started !== undefined && user_id === ctx.user.id && session === ctx.session, new SetupIsOver());
  return { started, passkey: await checkNewPasskey(ctx, credential, challenge as string) };
}

export async function addPasskey(
  ctx: WriteContext,
  { started, passkey }: Awaited<ReturnType<typeof checkedPasskey>>,
  name: string,
): Promise<{ id: number; recovery_codes: string[] }> {
  const { db, user, now: created_at } = ctx;
  demand(await spend(db, user.id, started), new SetupIsOver());
  await demandRoom(ctx, "passkeys", { user_id: user.id });
  const added = await store.insertPasskey(db, { ...passkey, user_id: user.id, name, created_at });
  demand(added !== undefined, new PasskeyRefused({ reason: "added_before" }));
  record(ctx, "second_factor_added", { user: user.id, factor: "passkey" });
  await notifyOfChange(ctx, user, "passkey_added");
  return { id: added.id, recovery_codes: await turnOn(ctx, user.id, ctx.session) };
}

export async function renamePasskey({ db, user }: WriteContext, id: number, name: string): Promise<void> {
  demand(await store.setPasskeyName(db, user.id, id, name), new NoSuchPasskey());
}

export async function removePasskey(ctx: WriteContext, id: number): Promise<void> {
  const { db, user } = ctx;
  await keepingWayIn(ctx, user.id, new OnlyWayIn(), async () => {
    demand((await store.deletePasskeys(db, user.id, id)) > 0, new NoSuchPasskey());
  });
  await factorRemoved(ctx, "passkey", "passkey_removed");
}

interface Asked {
  readonly challenge: string;
  /** Of the browser that was asked. */
  readonly browser: string;
}

const requests = sealedKind<Asked>("passkey request", VALID_SECONDS);

/** A page that is shown, in a browser that has a token of its own. */
type AskedPage = OpenContext & { readonly token: string };

const browserOf = ({ app, token }: AskedPage): string => app.secrets.keyedHash("passkey browser", token);

/** Asks the browser for a passkey: any, which then must verify its user, or one of an account's as its second factor. */
export function askForPasskey(page: AskedPage, known?: readonly store.Passkey[]) {
  const challenge = newChallenge();
  const options = requestOptions(
    page,
    challenge,
    known ? { known, userVerification: "preferred" } : { userVerification: "required" },
  );
  return { options, request: requests.seal(page, { challenge, browser: browserOf(page) }) };
}

export interface CheckedUse {
  readonly passkey: store.Passkey;
  readonly counter: number;
  readonly request: Unsealed<unknown>;
}

/** Checks what the browser sent, or throws `PasskeyRefused`. `useChecked` then makes sure that it counts once. */
export async function checkUse(
  page: AskedPage,
  sent: { readonly request: string | undefined; readonly credential: string | undefined },
  { requireUserVerification }: { requireUserVerification: boolean },
): Promise<CheckedUse> {
  const request = requests.open(page, sent.request);
  demand(request?.value.browser === browserOf(page), new PasskeyRefused({ reason: "outdated" }));
  const credential = parsed(sent.credential ?? "");
  return { request, ...(await checkCredential(page, credential, { ...request.value, requireUserVerification })) };
}

interface Expected {
  readonly challenge: string;
  readonly requireUserVerification: boolean;
}

async function checkCredential(ctx: OpenContext, credential: Readonly<Record<string, unknown>>, expected: Expected) {
  demand(typeof credential.id === "string", new PasskeyRefused({ reason: "invalid" }));
  const passkey = await store.passkeyByCredential(ctx.db, ctx.realm.id, credential.id);
  demand(passkey !== undefined, new PasskeyRefused({ reason: "unknown" }));
  return { passkey, counter: await checkPasskey(ctx, passkey, credential, expected) };
}

const confirmations = sealedKind<StartedPasskey>("passkey confirmation", VALID_SECONDS);

/** Asks somebody who is signed in for one of their passkeys; `undefined` if they have none. */
export async function askToConfirm(ctx: Context) {
  const { db, user, session } = ctx;
  const known = await store.passkeysOf(db, user.id);
  if (known.length === 0) return undefined;
  const challenge = newChallenge();
  // Whoever finds an unlocked computer can touch its key, but has neither the PIN nor the finger.
  const options = requestOptions(ctx, challenge, { known, userVerification: "required" });
  return { options, request: confirmations.seal(ctx, { user_id: user.id, session, challenge }) };
}

/** Checks what the browser sent to confirm who its user is, or throws `PasskeyRefused`. */
export async function checkConfirmation(ctx: Context, request: string, credential: unknown): Promise<CheckedUse> {
  const asked = confirmations.open(ctx, request);
  const { user_id, session } = asked?.value ?? {};
  demand(
    asked !== undefined && user_id === ctx.user.id && session === ctx.session,
    new PasskeyRefused({ reason: "outdated" }),
  );
  const { challenge } = asked.value;
  const sent = typeof credential === "object" && credential !== null ? (credential as Record<string, unknown>) : {};
  const used = await checkCredential(ctx, sent, { challenge, requireUserVerification: true });
  demand(used.passkey.user_id === ctx.user.id, new PasskeyRefused({ reason: "other_account" }));
  return { request: asked, ...used };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export async function useChecked({ db, now }: Writing, { passkey, counter, request }: CheckedUse): Promise<void> {
  demand(await spend(db, passkey.user_id, request), new PasskeyRefused({ reason: "outdated" }));
  demand(await store.takeUse(db, passkey.id, counter, now), new PasskeyRefused({ reason: "copied" }));
}
