/** Setting up an authenticator app: the secret is stored only when a code proves that the app has it. */
import type { SessionId, UserId } from "../../kernel/api/ids.ts";
import type { OpenContext } from "../../kernel/context.ts";
import { sealedKind } from "../../kernel/sealed/sealed.ts";
import { type QrCode, qrCodeOf } from "./qr-code.ts";
import { newSecret, setupUrl } from "./totp.ts";

interface Started {
  readonly user_id: UserId;
  /** Of the settings; `undefined` while signing in. */
  readonly session: SessionId | undefined;
  readonly secret: string;
}

const setups = sealedKind<Started>("authenticator setup", 600);

export interface AuthenticatorSetup {
  readonly secret: string;
  readonly url: string;
  readonly qr_code: QrCode;
  /** Comes back with the first code. */
  readonly setup: string;
}

interface SetupOwner {
  readonly id: UserId;
  readonly delivery_email: string;
}

export function startSetup(ctx: OpenContext, owner: SetupOwner, secret = newSecret()): AuthenticatorSetup {
  const url = setupUrl(secret, { issuer: ctx.realm.settings.name, label: owner.delivery_email });
  const setup = setups.seal(ctx, { user_id: owner.id, session: ctx.session, secret });
  return { secret, url, qr_code: qrCodeOf(url), setup };
}

/** The secret of a set-up that this user started in this session; `undefined` otherwise, or if it has expired. */
export function secretOf(ctx: OpenContext, { id }: SetupOwner, setup: string | undefined): string | undefined {
  const started = setups.open(ctx, setup)?.value;
  return started?.user_id === id && started.session === ctx.session ? started.secret : undefined;
}
