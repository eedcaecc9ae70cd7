/** All keyboard shortcuts. */
import { type Command, commandLabel, KEYS, strokeLabel } from "../keyboard/keys.ts";
import { OPEN_TO_VISITORS } from "../keyboard/visitors.ts";
import { useSession } from "../state/session.tsx";
import { type TextKey, t } from "../text/text.ts";
import { HelpDialog } from "./HelpDialog.tsx";

const GROUPS: readonly { readonly name: TextKey; readonly commands: readonly Command[] }[] = [
  {
    name: "help.going",
    commands: [
      "nextUnread",
      "nextUnreadFollowed",
      "nextUnreadDirect",
      "palette",
      "search",
      "findHere",
      "inbox",
      "recent",
      "combinedFeed",
      "mentions",
      "starred",
      "drafts",
      "allDirect",
      "topicOrChannel",
      "topicList",
      "inConversation",
      "previousChannel",
      "nextChannel",
      "previousConversation",
      "nextConversation",
      "previousUnreadConversation",
      "nextUnreadConversation",
      "goBack",
      "goForward",
    ],
  },
  { name: "help.reading", commands: ["nextRow", "previousRow", "screenDown", "screenUp", "first", "last"] },
  {
    name: "help.writing",
    commands: [
      "newChannelMessage",
      "newDirectMessage",
      "reply",
      "replyDirectly",
      "replyWithMention",
      "quote",
      "forward",
      "send",
      "bold",
      "italic",
      "link",
      "code",
      "preview",
      "snippets",
      "pastePlain",
      "whereIWrite",
    ],
  },
  {
    name: "help.messages",
    commands: [
      "messageMenu",
      "edit",
      "editLast",
      "move",
      "muteTopic",
      "personCard",
      "react",
      "thumbsUp",
      "joinReaction",
      "star",
      "collapse",
      "markUnread",
      "receipts",
      "history",
      "viewImage",
      "copyLink",
    ],
  },
  {
    name: "help.channels",
    commands: ["newChannel", "subscribeChannel", "openChannel", "previousTab", "nextTab"],
  },
  {
    name: "help.window",
    commands: [
      "organizationMenu",
      "personalMenu",
      "helpMenu",
      "filterSidebar",
      "filterPeople",
      "setStatus",
      "togglePanel",
      "toggleSidebar",
      "nextRegion",
      "previousRegion",
      "undo",
      "escape",
      "allKeys",
    ],
  },
];

export function Keys({ onClose }: { readonly onClose: () => void }) {
  const { isVisitor } = useSession();
  const groups = GROUPS.map(({ name, commands }) => ({
    name,
    commands: commands.filter((command) => !isVisitor || OPEN_TO_VISITORS.has(command)),
  })).filter(({ commands }) => commands.length > 0);
  return (
    <HelpDialog title={t("menus.keys")} onClose={onClose}>
      <div className="keys">
        {groups.map(({ name, commands }) => (
          <section key={name}>
            <h3>{t(name)}</h3>
            <dl>
              {commands.map((command) => (
                <div key={command}>
                  <dt>{t(commandLabel(command))}</dt>
                  <dd>
                    {KEYS[command].keys.map((stroke) => (
                      <kbd key={stroke}>{strokeLabel(stroke)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </HelpDialog>
  );
}
