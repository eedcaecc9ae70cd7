/** Message formatting: what you type beside what you see. */
import type { ReactNode } from "react";
import { Icon } from "../parts/Icon.tsx";
import { t } from "../text/text.ts";
import { HelpDialog } from "./HelpDialog.tsx";

const EXAMPLES: readonly { readonly typed: string; readonly shown: ReactNode }[] = [
  { typed: "**bold**", shown: <strong>bold</strong> },
  { typed: "*italic*", shown: <em>italic</em> },
  { typed: "~~struck~~", shown: <del>struck</del> },
  { typed: "`code`", shown: <code>code</code> },
  { typed: "[Parley](https://example.com)", shown: <span className="help-link">Parley</span> },
  {
    typed: "* milk\n* tea\n  * green",
    shown: (
      <ul className="help-list">
        <li>milk</li>
        <li>
          tea
          <ul>
            <li>green</li>
          </ul>
        </li>
      </ul>
    ),
  },
  { typed: "1. first\n1. second", shown: <span>1. first, 2. second</span> },
  { typed: "> quoted", shown: <blockquote>quoted</blockquote> },
  { typed: "```quote\nlonger quote\n```", shown: <blockquote>longer quote</blockquote> },
  {
    typed: "```js\nlet tide = 3;\n```",
    shown: (
      <pre>
        <code>let tide = 3;</code>
      </pre>
    ),
  },
  { typed: "```spoiler The end\nThey arrive.\n```", shown: <SpoilerHead /> },
  { typed: "$$ x^2 + y^2 $$", shown: <i>x² + y²</i> },
  { typed: "@**Mei Tanaka**", shown: <span className="help-link">@Mei Tanaka</span> },
  { typed: "#**launch>Beta 4 freeze**", shown: <span className="help-link">launch › Beta 4 freeze</span> },
  { typed: ":tada:", shown: "🎉" },
  { typed: "<time:2026-11-16T18:00+00:00>", shown: "18:00" },
  { typed: "/me waves", shown: <em>Mei waves</em> },
  { typed: "---", shown: <hr /> },
];

export function Formatting({ onClose }: { readonly onClose: () => void }) {
  return (
    <HelpDialog title={t("menus.formatting")} onClose={onClose}>
      <table className="help-table">
        <thead>
          <tr>
            <th scope="col">{t("help.youType")}</th>
            <th scope="col">{t("help.youSee")}</th>
          </tr>
        </thead>
        <tbody>
          {EXAMPLES.map(({ typed, shown }) => (
            <tr key={typed}>
              <td>
                <code>{typed}</code>
              </td>
              <td>{shown}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </HelpDialog>
  );
}

function SpoilerHead() {
  return (
    <span className="help-spoiler">
      <Icon name="right" /> The end
    </span>
  );
}
