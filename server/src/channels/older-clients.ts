/**
 * Channels have no email address. Older clients fail without one when they show a channel (the terminal client does);
 * they are those that do not support the settings object.
 */
import type { ClientProfile } from "../kernel/api/index.ts";

export function withAddresses<S extends object>(
  subscriptions: readonly S[],
  { dialect, capabilities }: ClientProfile,
): readonly (S & { email_address?: string })[] {
  if (dialect === "neutral" || capabilities.user_settings_object) return subscriptions;
  return subscriptions.map((each) => ({ ...each, email_address: "" }));
}
