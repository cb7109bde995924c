create database jeongsan_sandbox;
