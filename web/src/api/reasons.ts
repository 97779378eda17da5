import type { NewReport } from './types';

/** What somebody can be reported for. */
export const REASONS: NewReport['reason'][] = ['insult', 'spam', 'name', 'cheating', 'other'];
