/** Checks the codes that people enter: of an authenticator app, or recovery codes. Each is accepted once. */
import type { UserId } from "../../kernel/api/ids.ts";
import { demand } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import { admitAttempt, logRefusal, noteRefusal } from "../sign-in/record.ts";
import { WrongCode } from "./contract.ts";
import { type Notified, notifyOfChange } from "./notify.ts";
import { PasskeyRefused } from "./passkey-refusals.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";
import { authenticatorOf, takeRecoveryCode, takeStep } from "./store.ts";
import { stepOf } from "./totp.ts";

const APP_CODE = /^\d{6}$/;

interface Attempting {
  readonly id: UserId;
  readonly delivery_email: string;
}

/**
 * Tries a code or a passkey. Throws before that after too many failures for the account, or from the IP address; a failure is logged and
 * recorded, and a success clears the failures before it.
 */
export async function countingAttempt<T>(
  ctx: OpenContext,
  { id: userId, delivery_email: account }: Attempting,
  attempt: () => Promise<T>,
): Promise<T> {
  const { app, ip } = ctx;
  admitAttempt(ctx, account, () => {
    app.limits.admit(userId, "second_factor_by_user");
    app.limits.admit(ip, "sign_in_failures_by_ip");
  });
  try {
    const value = await attempt();
    app.limits.of("second_factor_by_user")?.clear(userId);
    app.limits.of("sign_in_failures_by_ip")?.forgive(ip);
    return value;
  } catch (error) {
    const reason = failureOf(error);
    if (reason) {
      logRefusal(ctx, { reason, account });
      await noteRefusal(ctx, { user: userId, reason });
    }
    throw error;
  }
}

function failureOf(error: unknown): "wrong_code" | "wrong_passkey" | undefined {
  if (error instanceof WrongCode) return "wrong_code";
  return error instanceof PasskeyRefused ? "wrong_passkey" : undefined;
}

/** Uses up a code, or throws. Inside `countingAttempt`. */
export async function useCode(ctx: Writing, user: Notified, sent: string): Promise<void> {
  const code = sent.replace(/\s/g, "");
  const isRight = APP_CODE.test(code) ? await useAppCode(ctx, user, code) : await useRecoveryCode(ctx, user, code);
  demand(isRight, new WrongCode());
}

async function useAppCode({ app, db, now }: Writing, { id }: Notified, code: string): Promise<boolean> {
  const authenticator = await authenticatorOf(db, id);
  if (!authenticator) return false;
  const step = stepOf(app.secrets.decrypt(authenticator.secret_encrypted), code, now);
  return step !== undefined && takeStep(db, id, step, now);
}

async function useRecoveryCode(ctx: Writing, user: Notified, code: string): Promise<boolean> {
  if (!(await takeRecoveryCode(ctx.db, user.id, recoveryCodeHash(ctx.app, user.id, code)))) return false;
  record(ctx, "recovery_code_used", { user: user.id }, { as: user.id });
  await notifyOfChange(ctx, user, "recovery_code_used");
  return true;
}
