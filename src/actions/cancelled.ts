/** The reason with which a cancelled run is aborted. A run that is aborted with any other has a bug. */
export const CANCELLED = new Error('the run was cancelled')
