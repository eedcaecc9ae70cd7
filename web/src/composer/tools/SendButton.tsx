/** The Send button, with a menu for sending later, snippets and what Enter does. Shows the remaining length. */
import type { Ref } from "react";
import { BareButton } from "../../parts/buttons.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { MenuButton, type MenuRow } from "../../parts/Menu.tsx";
import { useMinute } from "../../state/presence.ts";
import { useClock, useRealm } from "../../state/settings.ts";
import { t } from "../../text/text.ts";
import { codePoints } from "../editing/edited.ts";
import { useEnterChoices } from "../useEnterSends.ts";
import { suggestions } from "./later.ts";
import { whenText } from "./SendLater.tsx";

/** The remaining length is shown from this share on. */
const NEARLY_FULL = 0.9;

interface SendButtonProps {
  readonly text: string;
  /** There is something to send: words, or files on their way. */
  readonly isReady: boolean;
  readonly button: Ref<HTMLButtonElement>;
  readonly onSend: () => void;
  readonly onSchedule: (seconds: number) => void;
  readonly onLater: () => void;
  readonly onSnippets: () => void;
}

export function SendButton({ text, button, onSend, onSchedule, onLater, onSnippets, ...rest }: SendButtonProps) {
  const maxLength = useRealm("max_message_length");
  const clock = useClock();
  const now = useMinute() * 60;
  const left = maxLength - codePoints(text);
  const isFull = left < 0;
  const isReady = rest.isReady && !isFull;
  const enterChoices = useEnterChoices();
  // Only if they are offered: a time of day in another time zone is found by formatting it.
  const times = (isReady ? suggestions(now, clock) : []).map(
    ({ id, seconds }): MenuRow => ({
      id,
      label: whenText(seconds, clock, now),
      icon: "clock",
      onAction: () => onSchedule(seconds),
    }),
  );
  const other: MenuRow = { id: "other", label: t("composer.anotherTime"), icon: "clock", onAction: onLater };
  const nothing: MenuRow = {
    id: "later",
    label: t("composer.sendLater"),
    icon: "clock",
    refusal: t("composer.nothingToSend"),
    onAction: onLater,
  };
  const rows: readonly MenuRow[] = [
    ...(isReady ? [...times, other] : [nothing]),
    "separator",
    { id: "snippets", label: t("composer.snippets"), icon: "snippet", command: "snippets", onAction: onSnippets },
    ...(enterChoices.length > 0 ? ["separator" as const, ...enterChoices] : []),
  ];
  return (
    <>
      {left <= maxLength * (1 - NEARLY_FULL) && (
        <span className={isFull ? "num bad" : "num quiet"}>{t("composer.left", { count: left })}</span>
      )}
      <span className={isReady ? "send" : "send idle"}>
        <BareButton ref={button} className="send-main" isDisabled={!isReady} onPress={onSend}>
          <Icon name="send" />
          <span className="send-word">{t("composer.send")}</span>
        </BareButton>
        <MenuButton label={t("composer.sendLater")} rows={rows} placement="top end">
          <BareButton className="send-more" aria-label={t("composer.sendOptions")}>
            <Icon name="down" />
          </BareButton>
        </MenuButton>
      </span>
    </>
  );
}
