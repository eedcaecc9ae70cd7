/** `npm run generate:api-docs`: writes docs/api. With --check it writes nothing and fails when a page is out of date. */
import { outdatedPages, writePages } from "./files.ts";
import { referencePages } from "./reference.ts";

const pages = await referencePages();
const outdated = outdatedPages(pages);
const isCheck = process.argv.includes("--check");
if (!isCheck) writePages(pages);
if (outdated.length > 0) process.stdout.write(`${isCheck ? "Out of date" : "Written"}: ${outdated.join(", ")}\n`);
if (outdated.length > 0 && isCheck) {
  process.stdout.write("Run `npm run generate:api-docs` and commit what it writes.\n");
  process.exitCode = 1;
}
