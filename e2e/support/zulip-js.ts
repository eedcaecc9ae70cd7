/** The published zulip-js package as it is; it brings no types, so here is what these tests use of it. */
import { createRequire } from "node:module";

export interface Config {
  username: string;
  apiKey: string;
  realm: string;
}

interface Answer {
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
}

export interface ZulipEvent {
  id: number;
  type: string;
  message?: ZulipMessage;
}

interface Params {
  [name: string]: string | number | boolean | readonly (string | number)[] | object;
}

export interface Client {
  queues: {
    register(params: Params): Promise<Answer & { queue_id: string; last_event_id: number }>;
    deregister(params: Params): Promise<Answer>;
  };
  events: { retrieve(params: Params): Promise<Answer & { events: ZulipEvent[] }> };
  messages: {
    send(params: Params): Promise<Answer & { id: number }>;
    retrieve(params: Params): Promise<Answer & { messages: ZulipMessage[]; found_newest: boolean }>;
  };
  users: {
    retrieve(params?: Params): Promise<Answer & { members: { email: string; full_name: string; user_id: number }[] }>;
    me: {
      getProfile(): Promise<Answer & { email: string; full_name: string; user_id: number }>;
      subscriptions: { add(params: Params): Promise<Answer & { subscribed: Record<string, string[]> }> };
    };
  };
  streams: {
    retrieve(params?: Params): Promise<Answer & { streams: { name: string; stream_id: number }[] }>;
    subscriptions: { retrieve(params?: Params): Promise<Answer & { subscriptions: { name: string }[] }> };
  };
  server: { settings(params?: Params): Promise<Answer & { realm_name: string; zulip_feature_level: number }> };
  callEndpoint(path: string, method?: string, params?: Params): Promise<Answer>;
  callOnEachEvent(heard: (event: ZulipEvent) => void, eventTypes: string[]): Promise<never>;
}

export const connect = createRequire(import.meta.url)("zulip-js") as (
  config: Partial<Config> & { realm: string; password?: string },
) => Promise<Client>;
