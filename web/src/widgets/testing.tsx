/** A screen with one message and a fake server, for tests of widgets and messages. */
import { RequestError, type State } from "@parley/client";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Dialogs } from "../app/dialogs.tsx";
import { Body } from "../markup/Body.tsx";
import { Collapsible } from "../markup/Collapsible.tsx";
import "../parts/basics.ts";
import { Sprite } from "../parts/Sprite.tsx";
import { OpenedTip } from "../parts/tips.tsx";
import "../styles/tokens.css";
import "../styles/base.css";
import { type Session, SessionProvider } from "../state/session.tsx";
import type { Submessage, WidgetMessage } from "./submessage.ts";
import { hasWidget, Widget } from "./Widget.tsx";

const people = [
  [7, "Ada Lovelace"],
  [13, "Ben"],
  [9, "Cem"],
] as const;
const state = {
  users: { ownId: 13, users: new Map(people.map(([id, full_name]) => [id, { user_id: id, full_name }])) },
  groups: new Map([[17, { members: [13], direct_subgroup_ids: [] }]]),
  channels: { channels: new Map([[9, { stream_id: 9, name: "announce", personal: { color: "#76ce90" } }]]) },
  markup: { emoji: {}, linkifiers: [], playgrounds: [] },
  settings: {
    timezone: "Europe/Paris",
    twenty_four_hour_time: true,
    web_animate_image_previews: "on_hover",
    emojiset: "google",
  },
} as unknown as State;

let attach: (content: string) => Promise<void> = () => Promise.resolve();
const session = {
  connection: { call: (_: unknown, { content }: { content: string }) => attach(content) },
  store: { state, onChange: () => () => undefined },
  isVisitor: false,
} as unknown as Session;

interface TestMessage {
  readonly html?: string;
  readonly submessages?: readonly Submessage[];
  /** The error with which the server refuses every change. */
  readonly refusal?: string;
  readonly cutsLong?: boolean;
}

function Screen({ html = "", submessages: initial = [], refusal, cutsLong = false }: TestMessage) {
  const [submessages, setSubmessages] = useState(initial);
  attach = async (content) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (refusal !== undefined) throw new RequestError(400, { msg: refusal });
    setSubmessages((before) => [...before, { id: before.length + 1, sender_id: 13, msg_type: "widget", content }]);
  };
  const message: WidgetMessage = { id: 1, sender_id: 7, submessages };
  const content = hasWidget(message) ? (
    <Widget message={message} />
  ) : (
    <Body html={html} messageId={1} openPerson={() => undefined} />
  );
  return (
    <main className="test-screen">
      <Collapsible isCollapsed={false} cutsLong={cutsLong} onExpand={() => undefined}>
        {content}
      </Collapsible>
    </main>
  );
}

const place = document.body.appendChild(document.createElement("div"));
const root = createRoot(place);
let number = 0;

function show(shown: TestMessage): void {
  number += 1;
  root.render(
    <SessionProvider value={session}>
      <Sprite />
      <Screen key={number} {...shown} />
      <Dialogs />
      <OpenedTip />
    </SessionProvider>,
  );
}

Object.assign(globalThis, { screenOf: { show } });
