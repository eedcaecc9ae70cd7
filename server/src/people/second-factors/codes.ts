/** Checks the codes that people enter: of an authenticator app, or recovery codes. Each is accepted once. */
import type { UserId } from "../../kernel/api/ids.ts";
import { demand } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { OpenContext, Writing } from "../../kernel/context.ts";
import { admitAttempt, logRefusal, noteRefusal } from "../sign-in/record.ts";
import { WrongCode } from "./contract.ts";
import { type Notified, notifyOfChange } from "./notify.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";
import { authenticatorOf, takeRecoveryCode, takeStep } from "./store.ts";
import { stepOf } from "./totp.ts";

const APP_CODE = /^\d{6}$/;

interface Attempting {
  readonly id: UserId;
  readonly delivery_email: string;
}

interface CountedAttempt {
  /** A success clears the failures before it. */
  succeeded(): void;
  /** A failure is recorded. */
  failed(reason: "wrong_code" | "wrong_passkey"): Promise<void>;
}

/** Throws after too many wrong codes for the account, or from the IP address. Called before the code is looked at. */
export function countAttempt(ctx: OpenContext, { id: userId, delivery_email: account }: Attempting): CountedAttempt {
  const { app, ip } = ctx;
  admitAttempt(ctx, account, () => {
    app.limits.admit(userId, "second_factor_by_user");
    app.limits.admit(ip, "sign_in_failures_by_ip");
  });
  return {
    succeeded() {
      app.limits.of("second_factor_by_user")?.clear(userId);
      app.limits.of("sign_in_failures_by_ip")?.forgive(ip);
    },
    failed(reason) {
      logRefusal(ctx, { reason, account });
      return noteRefusal(ctx, { user: userId, reason });
    },
  };
}

/** Uses up a code, or throws. The caller counts attempts. */
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
