import { part } from "./part.ts";

/** The user's alert words, muted users and push devices. */
export interface PreferencesState {
  readonly alertWords: readonly string[];
  /** Since when, by user id. */
  readonly mutedUsers: ReadonlyMap<number, number>;
  /** The registration status of the user's push devices, by `push_account_id`. */
  readonly pushDevices: Readonly<Record<string, PushDevice>>;
}

interface PushDevice {
  readonly status: string;
  readonly error_code: string | null;
}

type Muted = readonly { id: number; timestamp: number }[];

const byId = (muted: Muted) => new Map(muted.map(({ id, timestamp }) => [id, timestamp]));

export const preferencesPart = part<PreferencesState>({
  from: (snapshot) => ({
    alertWords: snapshot.alert_words ?? [],
    mutedUsers: byId(snapshot.muted_users ?? []),
    pushDevices: snapshot.push_devices ?? {},
  }),

  on: {
    alert_words: (state, { alert_words: alertWords }) => ({ ...state, alertWords }),
    muted_users: (state, { muted_users }) => ({ ...state, mutedUsers: byId(muted_users) }),
    push_device: (state, { push_account_id, status, error_code = null }) => ({
      ...state,
      pushDevices: { ...state.pushDevices, [push_account_id]: { status, error_code } },
    }),
  },
});
