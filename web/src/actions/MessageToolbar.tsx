/** The most common actions beside a message; the rest are under ⋯. */
import { Toolbar } from "react-aria-components/Toolbar";
import type { NarrowTerm } from "../address/narrow.ts";
import { IconButton } from "../parts/buttons.tsx";
import { useMessage } from "../state/messages.ts";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { type ActionName, offered, perform } from "./message-actions.ts";
import { openMessageMenu } from "./message-menu.ts";

interface MessageToolbarProps {
  readonly messageId: number;
  readonly terms: readonly NarrowTerm[];
}

const IN_SIGHT: readonly ActionName[] = ["edit", "react", "quote", "star"];

export function MessageToolbar({ messageId, terms }: MessageToolbarProps) {
  const session = useSession();
  const message = useMessage(messageId);
  if (!message) return null;
  const acting = { session, message, terms };
  const actions = IN_SIGHT.flatMap((name) => offered(name, acting) ?? []).filter(
    // Refused actions appear in the menu, which has room for the reason.
    ({ refusal }) => refusal === undefined,
  );
  return (
    <Toolbar className="acts" aria-label={t("actions.menu")}>
      {actions.map(({ name, label, icon, command }) => (
        <IconButton
          key={name}
          size="s"
          icon={icon}
          label={label}
          {...(command ? { command } : {})}
          {...(name === "star" ? { isOn: message.flags.includes("starred") } : {})}
          onPress={({ target }) => perform(name, { ...acting, anchor: target })}
        />
      ))}
      <IconButton
        size="s"
        icon="more"
        label={t("actions.menu")}
        command="messageMenu"
        aria-haspopup="menu"
        onPress={({ target }) => openMessageMenu({ ...acting, anchor: target })}
      />
    </Toolbar>
  );
}
