/**
 * Code blocks have the names of languages that clients know (decision 082). Playgrounds are matched by name, so those
 * that were added under a former name get the new one, unless the language has a playground with that name already.
 */
import { type Kysely, sql } from "kysely";

/** Only names that a playground could have. One that now stands for several languages goes to the most common. */
const RENAMED: Readonly<Record<string, string>> = {
  ".properties": "Properties",
  "Augmented Backus-Naur Form": "ABNF",
  AutoHotkey: "autohotkey",
  BASIC: "QBasic",
  "DNS Zone": "Zone",
  "Device Tree": "Devicetree",
  Dockerfile: "Docker",
  "Extended Backus-Naur Form": "EBNF",
  "FreeDesktop config": "Desktop file",
  HAML: "Haml",
  JSX: "react",
  "Julia REPL": "Julia console",
  "LLVM IR": "LLVM",
  Less: "LessCss",
  Lisp: "Common Lisp",
  "MIPS Assembly": "MIPS",
  "Nested Text": "NestedText",
  Nim: "Nimrod",
  PostgreSQL: "PostgreSQL SQL dialect",
  R: "S",
  "RenderMan RSL": "RSL",
  "Test Anything Protocol": "TAP",
  VHDL: "vhdl",
  Verilog: "verilog",
  crmsh: "Crmsh",
  "python-repl": "Python console session",
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [former, known] of Object.entries(RENAMED))
    await sql`
      update playground set pygments_language = ${known}
      where pygments_language = ${former} and not exists (
        select 1 from playground as other
        where other.realm_id = playground.realm_id and other.name = playground.name
          and other.pygments_language = ${known})`.execute(db);
}
