/** The message actions as a sheet from the bottom, for touch screens. */
import { useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import type { NarrowTerm } from "../address/narrow.ts";
import { useFrequent } from "../emoji/frequent.ts";
import { Glyph } from "../emoji/Glyph.tsx";
import { useEmoji } from "../emoji/names.ts";
import { plainText } from "../markup/plain-text.ts";
import { Avatar } from "../parts/Avatar.tsx";
import { BareButton } from "../parts/buttons.tsx";
import { Icon } from "../parts/Icon.tsx";
import { useMessage } from "../state/messages.ts";
import { nameOf, useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { type ActionName, offered, perform } from "./message-actions.ts";
import { asReaction, toggleReaction } from "./react.ts";
import "./texts.ts";
import "./actions.css";

interface MessageSheetProps {
  readonly messageId: number;
  readonly terms: readonly NarrowTerm[];
  readonly onClose: () => void;
}

const FIRST: readonly ActionName[] = ["quote", "copyLink", "star", "remind", "markUnread", "move"];
const MORE: readonly ActionName[] = [
  "reply",
  "replyDirectly",
  "replyWithMention",
  "forward",
  "edit",
  "collapse",
  "copyText",
  "source",
  "history",
  "receipts",
  "report",
  "delete",
];
const QUICK = 5;

export function MessageSheet({ messageId, terms, onClose }: MessageSheetProps) {
  const session = useSession();
  const message = useMessage(messageId);
  const ownId = useOwnId();
  const [isWhole, setWhole] = useState(false);
  const name = useStore((state) => nameOf(state, message?.sender_id ?? 0));
  const frequent = useFrequent(60);
  const known = useEmoji(true);
  if (!message) return null;
  const acting = { session, message, terms };
  const quick = frequent.flatMap((each) => known.find((emoji) => emoji.name === each) ?? []).slice(0, QUICK);
  const isOwn = (code: string) =>
    message.reactions.some(({ emoji_code, user_id }) => emoji_code === code && user_id === ownId);
  // The sheet must close before the next thing takes the focus.
  const act = (action: ActionName) => {
    onClose();
    setTimeout(() => perform(action, acting));
  };
  const rows = [...FIRST, ...(isWhole ? MORE : [])].flatMap((each) => offered(each, acting) ?? []);
  return (
    <ModalOverlay
      className="scrim sheet-scrim"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="sheet">
        <AriaDialog className="sheet-in" aria-label={t("actions.menu")}>
          <div className="grab" />
          <div className="quoteline">
            <Avatar userId={message.sender_id} size="s" />
            <span className="trunc">
              <b dir="auto">{name}</b> {plainText(message.content)}
            </span>
          </div>
          <div className="emojis">
            {quick.map((emoji) => (
              <BareButton
                key={emoji.code}
                className={isOwn(emoji.code) ? "on" : ""}
                aria-label={emoji.name}
                aria-pressed={isOwn(emoji.code)}
                onPress={() => {
                  onClose();
                  toggleReaction(session, message, asReaction(emoji));
                }}
              >
                <Glyph emoji={emoji} />
              </BareButton>
            ))}
            <BareButton className="" aria-label={t("actions.react")} onPress={() => act("react")}>
              <Icon name="react" size="l" />
            </BareButton>
          </div>
          <div className="srows">
            {rows.map(({ name: each, label, icon, isDangerous, refusal }) => (
              <BareButton
                key={each}
                className={isDangerous ? "srow danger" : "srow"}
                isDisabled={refusal !== undefined}
                onPress={() => act(each)}
              >
                <Icon name={icon} />
                <span>
                  {label}
                  {refusal !== undefined && <small>{refusal}</small>}
                </span>
              </BareButton>
            ))}
            {!isWhole && (
              <BareButton className="srow" onPress={() => setWhole(true)}>
                <Icon name="more" />
                {t("messageDialogs.more")}
              </BareButton>
            )}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
