/** The search operators. */

import { type TextKey, t } from "../text/text.ts";
import { HelpDialog } from "./HelpDialog.tsx";

const OPERATORS: readonly { readonly written: string; readonly means: TextKey }[] = [
  { written: "channel:launch", means: "help.opChannel" },
  { written: "topic:freeze", means: "help.opTopic" },
  { written: "channels:public", means: "help.opPublic" },
  { written: "dm:mei@example.com", means: "help.opDirect" },
  { written: "dm-including:mei@example.com", means: "help.opIncluding" },
  { written: "sender:mei@example.com", means: "help.opSender" },
  { written: "mentions:mei@example.com", means: "help.opMentions" },
  { written: "is:dm", means: "help.opIsDirect" },
  { written: "is:mentioned", means: "help.opIsMentioned" },
  { written: "is:starred", means: "help.opIsStarred" },
  { written: "is:unread", means: "help.opIsUnread" },
  { written: "is:followed", means: "help.opIsFollowed" },
  { written: "is:resolved", means: "help.opIsResolved" },
  { written: "is:alerted", means: "help.opIsAlerted" },
  { written: "is:muted", means: "help.opIsMuted" },
  { written: "has:image", means: "help.opImage" },
  { written: "has:link", means: "help.opLink" },
  { written: "has:attachment", means: "help.opAttachment" },
  { written: "has:reaction", means: "help.opReaction" },
  { written: "date:2026-11-01", means: "help.opDate" },
  { written: "id:1234", means: "help.opId" },
  { written: "-is:resolved", means: "help.opNot" },
];

export function Operators({ onClose }: { readonly onClose: () => void }) {
  return (
    <HelpDialog title={t("menus.operators")} onClose={onClose}>
      <p className="quiet">{t("help.operators")}</p>
      <table className="help-table">
        <thead>
          <tr>
            <th scope="col">{t("help.youType")}</th>
            <th scope="col">{t("help.itFinds")}</th>
          </tr>
        </thead>
        <tbody>
          {OPERATORS.map(({ written, means }) => (
            <tr key={written}>
              <td>
                <code>{written}</code>
              </td>
              <td>{t(means)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </HelpDialog>
  );
}
