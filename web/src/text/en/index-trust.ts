/** The English texts of erasure and legal holds, which are loaded with their pages. */
import { erasure } from "./erasure.ts";
import { legalHolds } from "./legal-holds.ts";

export const trustTexts = { erasure, legalHolds };
