import fc from 'fast-check';

// Mutation tests need no smallest counterexample, and looking for it takes most of their time.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
