/** Formatting tools; less common ones, and on a phone most, are under ⋯. */
import { Toolbar as AriaToolbar } from "react-aria-components/Toolbar";
import { openDialog } from "../../app/dialogs.tsx";
import { useIsPhone } from "../../app/screen.ts";
import { openEmojiPicker } from "../../emoji/open-picker.ts";
import type { Command } from "../../keyboard/keys.ts";
import { IconButton } from "../../parts/buttons.tsx";
import { MenuButton, type MenuRow } from "../../parts/Menu.tsx";
import type { IconName } from "../../parts/Sprite.tsx";
import { useStore } from "../../state/store.ts";
import { type TextKey, t } from "../../text/text.ts";
import { type Edited, inserted } from "../editing/edited.ts";
import { insertTime, TOOLS, type Tool } from "../editing/tools.ts";
import { type CallKind, callLink, callServer } from "./calls.ts";
import { TimeDialog } from "./TimeDialog.tsx";

export type Edit = (change: (edited: Edited) => Edited) => void;

const IN_SIGHT: readonly { tool: Tool; icon: IconName; label: TextKey; command?: Command }[] = [
  { tool: "bold", icon: "bold", label: "composer.bold", command: "bold" },
  { tool: "italic", icon: "italic", label: "composer.italic", command: "italic" },
  { tool: "link", icon: "link", label: "composer.link", command: "link" },
  { tool: "bulletList", icon: "bullets", label: "composer.bullets" },
  { tool: "code", icon: "code", label: "composer.code", command: "code" },
];

const MORE: readonly { tool: Tool; label: TextKey }[] = [
  { tool: "heading", label: "composer.heading" },
  { tool: "quote", label: "composer.quote" },
  { tool: "spoiler", label: "composer.spoiler" },
  { tool: "math", label: "composer.math" },
  { tool: "table", label: "composer.table" },
  { tool: "numberedList", label: "composer.numbered" },
  { tool: "strikethrough", label: "composer.strike" },
];

interface ToolbarProps {
  readonly edit: Edit;
  readonly isPreview: boolean;
  readonly onPreview: () => void;
  readonly onSnippets?: () => void;
}

export function Toolbar({ edit, isPreview, onPreview, onSnippets }: ToolbarProps) {
  const isPhone = useIsPhone();
  const chooseTime = () =>
    openDialog((close) => (
      <TimeDialog
        onChoose={(seconds) =>
          edit((edited) => insertTime(edited, new Date(seconds * 1000).toISOString().replace(".000", "")))
        }
        onClose={close}
      />
    ));
  const server = useStore(callServer);
  const addCall = (kind: CallKind) => {
    if (server !== undefined) edit((edited) => inserted(edited, callLink(server, kind)));
  };
  const calls: MenuRow[] =
    server === undefined
      ? []
      : [
          ...(isPhone
            ? [{ id: "video", label: t("composer.videoCall"), onAction: () => addCall("video") } as const]
            : []),
          { id: "voice", label: t("composer.voiceCall"), onAction: () => addCall("voice") },
        ];
  const rowOf = ({ tool, label }: { tool: Tool; label: TextKey }): MenuRow => ({
    id: tool,
    label: t(label),
    onAction: () => edit(TOOLS[tool]),
  });
  const snippets: MenuRow[] = onSnippets
    ? [{ id: "snippets", label: t("composer.snippets"), onAction: onSnippets }]
    : [];
  const rows: MenuRow[] = [
    ...(isPhone ? IN_SIGHT.map(rowOf) : []),
    ...MORE.map(rowOf),
    { id: "time", label: t("composer.time"), onAction: chooseTime },
    ...calls,
    ...(isPhone ? snippets : []),
  ];
  return (
    <AriaToolbar className="format" aria-label={t("composer.moreFormatting")}>
      <IconButton
        icon="smile"
        label={t("composer.emoji")}
        onPress={({ target }) =>
          openEmojiPicker(target, ({ name, toned }) => edit((edited) => inserted(edited, `${toned ?? `:${name}:`} `)), {
            withTones: true,
          })
        }
      />
      {(isPhone ? [] : IN_SIGHT).map(({ tool, icon, label, command }) => (
        <IconButton
          key={tool}
          icon={icon}
          label={t(label)}
          {...(command ? { command } : {})}
          isDisabled={isPreview}
          onPress={() => edit(TOOLS[tool])}
        />
      ))}
      {server !== undefined && !isPhone && (
        <IconButton
          icon="video"
          label={t("composer.videoCall")}
          isDisabled={isPreview}
          onPress={() => addCall("video")}
        />
      )}
      {onSnippets && !isPhone && (
        <IconButton icon="snippet" label={t("composer.snippets")} command="snippets" onPress={onSnippets} />
      )}
      <IconButton
        icon="eye"
        label={t(isPreview ? "composer.write" : "composer.preview")}
        command="preview"
        isOn={isPreview}
        onPress={onPreview}
      />
      <MenuButton label={t("composer.moreFormatting")} rows={rows} placement="top start">
        <IconButton icon="more" label={t("composer.moreFormatting")} />
      </MenuButton>
    </AriaToolbar>
  );
}
