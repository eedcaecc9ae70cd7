/**
 * One program, with each of three generated clients: it joins a channel, sends a message there, reads it by a narrow, finds its
 * author by email address, and is refused once. It prints what it was answered.
 */

export interface ProgramOutput {
  readonly subscribed: readonly string[];
  readonly sent: number;
  readonly found: readonly { readonly id: number; readonly topic: string; readonly content: string }[];
  readonly author: string;
  readonly refused: string;
}

const BEGINNING = `
declare const process: { readonly argv: readonly string[] };
const [, , url = "", email = "", key = ""] = process.argv;
const [mailbox = "", domain = ""] = email.split("@");
const narrow = JSON.stringify([{ operator: "channel", operand: "launch" }, { operator: "topic", operand: "tides" }]);
const reading = { anchor: "newest", num_before: 10, num_after: 0, apply_markdown: false, narrow };
const greeting = { type: "channel", to: "launch", topic: "tides", content: "We are *live*" } as const;
`;

const END = `
const subscribed = Object.values(joined.data?.subscribed ?? {}).flat();
const messages = found.data?.messages.map(({ id, subject, content }) => ({ id, topic: subject, content }));
console.log(JSON.stringify({
  subscribed, sent: sent.data?.id, found: messages, author: author.data?.user.full_name, refused: refused.error?.code,
}));
`;

export const WITH_OPENAPI_FETCH = `
import createClient from "openapi-fetch";
import type { paths } from "./openapi-typescript.ts";
${BEGINNING}
const authorization = "Basic " + btoa(email + ":" + key);
const client = createClient<paths>({ baseUrl: url + "/api/v1", headers: { authorization } });
const joined = await client.POST("/users/me/subscriptions", { body: { subscriptions: [{ name: "launch" }] } });
const sent = await client.POST("/messages", { body: greeting });
const found = await client.GET("/messages", { params: { query: reading } });
const author = await client.GET("/users/{mailbox}@{domain}", { params: { path: { mailbox, domain } } });
const refused = await client.POST("/messages", { body: { ...greeting, to: "nowhere" } });
${END}`;

export const WITH_HEY_API = `
import { client } from "./hey-api/client.gen.ts";
import { getMessages, getUserByEmail, sendMessage, subscribe } from "./hey-api/sdk.gen.ts";
${BEGINNING}
client.setConfig({ baseUrl: url + "/api/v1", auth: email + ":" + key });
const joined = await subscribe({ body: { subscriptions: [{ name: "launch" }] } });
const sent = await sendMessage({ body: greeting });
const found = await getMessages({ query: reading });
const author = await getUserByEmail({ path: { mailbox, domain } });
const refused = await sendMessage({ body: { ...greeting, to: "nowhere" } });
${END}`;

export const IN_PYTHON = `
import base64
import json
import sys

from parley_client import AuthenticatedClient
from parley_client.api.channels import subscribe
from parley_client.api.messages import get_messages, send_message
from parley_client.api.users import get_user_by_email
from parley_client.models.send_message_request import SendMessageRequest
from parley_client.models.subscribe_request import SubscribeRequest

url, email, key = sys.argv[1:]
mailbox, domain = email.split("@")
token = base64.b64encode(f"{email}:{key}".encode()).decode()
client = AuthenticatedClient(base_url=f"{url}/api/v1", token=token, prefix="Basic")
narrow = json.dumps([{"operator": "channel", "operand": "launch"}, {"operator": "topic", "operand": "tides"}])
greeting = {"type": "channel", "to": "launch", "topic": "tides", "content": "We are *live*"}

joined = subscribe.sync(client=client, body=SubscribeRequest.from_dict({"subscriptions": [{"name": "launch"}]}))
sent = send_message.sync(client=client, body=SendMessageRequest.from_dict(greeting))
found = get_messages.sync(
    client=client, anchor="newest", num_before=10, num_after=0, apply_markdown=False, narrow=narrow
)
author = get_user_by_email.sync(mailbox, domain, client=client)
refused = send_message.sync(client=client, body=SendMessageRequest.from_dict({**greeting, "to": "nowhere"}))
print(json.dumps({
    "subscribed": [name for names in joined.subscribed.to_dict().values() for name in names],
    "sent": sent.id,
    "found": [{"id": each.id, "topic": each.subject, "content": each.content} for each in found.messages],
    "author": author.user.full_name,
    "refused": refused.code,
}))
`;
