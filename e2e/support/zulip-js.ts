/** The published zulip-js package, unmodified. It has no types, so this file declares what the tests use. */
import { createRequire } from "node:module";

export interface Config {
  username: string;
  apiKey: string;
  realm: string;
}

export interface ZulipResponse {
  result: "success" | "error";
  msg: string;
  code?: string;
}

export interface ZulipMessage {
  id: number;
  type: string;
  content: string;
  sender_email: string;
  display_recipient: string | { email: string }[];
  subject: string;
  flags: string[];
  reactions: { emoji_name: string; user_id: number }[];
}

export interface ZulipEvent {
  id: number;
  type: string;
  op?: string;
  message?: ZulipMessage;
  message_id?: number;
  content?: string;
  emoji_name?: string;
  flag?: string;
  messages?: number[];
  sender?: { user_id: number };
}

interface Params {
  [name: string]: string | number | boolean | null | readonly (string | number)[] | object;
}

type Call<A = object> = (params: Params) => Promise<ZulipResponse & A>;
type Ask<A> = (params?: Params) => Promise<ZulipResponse & A>;

/** Every resource of the package, except those that upstream has removed since. */
export interface Client {
  accounts: { retrieve(): Promise<ZulipResponse & { api_key: string }> };
  queues: { register: Call<{ queue_id: string; last_event_id: number }>; deregister: Call };
  events: { retrieve: Call<{ events: ZulipEvent[] }> };
  messages: {
    send: Call<{ id: number }>;
    retrieve: Call<{ messages: ZulipMessage[]; found_newest: boolean }>;
    render: (content: string) => Promise<ZulipResponse & { rendered: string }>;
    update: Call;
    flags: { add: Call<{ messages: number[] }>; remove: Call<{ messages: number[] }> };
    getById: Call<{ raw_content: string; message: ZulipMessage }>;
    getHistoryById: Call<{ message_history: { content: string }[] }>;
    deleteReactionById: Call;
    deleteById: Call;
  };
  reactions: { add: Call; remove: Call };
  typing: { send: Call };
  emojis: { retrieve: Ask<{ emoji: object }> };
  users: {
    retrieve: Ask<{ members: { email: string; full_name: string; user_id: number }[] }>;
    create: Call<{ user_id: number }>;
    me: {
      getProfile(): Promise<ZulipResponse & { email: string; full_name: string; user_id: number }>;
      pointer: { retrieve: Ask<object> };
      subscriptions: { add: Call<{ subscribed: Record<string, string[]> }>; remove: Call<{ removed: string[] }> };
      alertWords: { retrieve: Ask<{ alert_words: string[] }> };
    };
  };
  streams: {
    retrieve: Ask<{ streams: { name: string; stream_id: number }[] }>;
    getStreamId(name: string): Promise<ZulipResponse & { stream_id: number }>;
    subscriptions: { retrieve: Ask<{ subscriptions: { name: string }[] }> };
    topics: { retrieve: Call<{ topics: { name: string; max_id: number }[] }> };
    deleteById: Call;
  };
  server: { settings: Ask<{ realm_name: string; zulip_feature_level: number }> };
  filters: { retrieve: Ask<object> };
  callEndpoint<A>(path: string, method?: string, params?: Params): Promise<ZulipResponse & A>;
  callOnEachEvent(heard: (event: ZulipEvent) => void, eventTypes: string[]): Promise<never>;
}

type Connect = (config: Partial<Config> & { realm: string; password?: string }) => Promise<Client>;

export const connect = withOwnFormData(() => createRequire(import.meta.url)("zulip-js") as Connect);

/** The package replaces the global `FormData`, which it does not use itself, for everything else in the process. */
function withOwnFormData<T>(load: () => T): T {
  const { FormData } = globalThis;
  try {
    return load();
  } finally {
    globalThis.FormData = FormData;
  }
}
