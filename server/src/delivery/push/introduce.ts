/** Registers a device at the gateway; retries for up to a day. */
import { change, type OpenContext } from "../../kernel/context.ts";
import { jobKind } from "../../kernel/jobs/job-kind.ts";
import { EXPIRED } from "./contract.ts";
import { announceDevice } from "./devices.ts";
import { registerAtGateway } from "./gateway.ts";
import { changingPushUsers } from "./push-users.ts";
import { activateDevice, endDevices, pendingDevice } from "./store.ts";

interface Introduction {
  device_id: number;
  registered_at: number;
  bouncer_public_key: string;
  encrypted_push_registration: string;
}

/** After this time the token in the registration is too old to be trusted. */
const LIFETIME_SECONDS = 24 * 3600;
/** Together with the pauses, these take more than a day. */
const ATTEMPTS = 400;

export const introduceDevice = jobKind<Introduction>("introduce_push_device");

export const introducing = introduceDevice.outside(introduce, ATTEMPTS);

async function introduce(ctx: OpenContext, introduction: Introduction): Promise<void> {
  const { device_id, registered_at, ...registration } = introduction;
  const gateway = ctx.app.config.pushGateway;
  const device = await pendingDevice(ctx.db, device_id, registered_at);
  if (!device) return;
  const isTooLate = ctx.now >= registered_at + LIFETIME_SECONDS;
  if (isTooLate || !gateway) return fail(ctx, introduction, EXPIRED);
  const { push_account_id, token_kind } = device;
  const answer = await registerAtGateway(ctx, gateway, { push_account_id, token_kind, ...registration });
  if ("error_code" in answer) return fail(ctx, introduction, answer.error_code);
  await change(ctx, async (writing) => {
    // The user may have ended the registration in the meantime.
    if (!(await pendingDevice(writing.db, device_id, registered_at))) return;
    const work = () => activateDevice(writing.db, device_id, answer.device_id);
    announceDevice(writing, await changingPushUsers(writing, [device.user_id], work));
  });
}

async function fail(ctx: OpenContext, { device_id, registered_at }: Introduction, error_code: string): Promise<void> {
  await change(ctx, async (writing) => {
    if (!(await pendingDevice(writing.db, device_id, registered_at))) return;
    for (const device of await endDevices(writing.db, [device_id], error_code)) announceDevice(writing, device);
  });
}
