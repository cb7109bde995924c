/** Of a test that plays a month: `testTimeout` of a project is not heard where it is one of several. */
jest.setTimeout(600_000);
